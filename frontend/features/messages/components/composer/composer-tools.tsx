import AddCircleOutlineRounded from '@mui/icons-material/AddCircleOutlineRounded';
import AttachFileRounded from '@mui/icons-material/AttachFileRounded';
import DrawOutlined from '@mui/icons-material/DrawOutlined';
import EmojiEmotionsOutlined from '@mui/icons-material/EmojiEmotionsOutlined';
import PersonOutlineRounded from '@mui/icons-material/PersonOutlineRounded';
import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined';
import PlaceOutlined from '@mui/icons-material/PlaceOutlined';
import SmartButtonOutlined from '@mui/icons-material/SmartButtonOutlined';
import Box from '@mui/material/Box';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../../../components/icon-action.tsx';
import { LazyMenu } from '../../../../components/lazy-menu.tsx';

/** What is put together in a dialog of its own. */
export type ComposedKind = 'contact' | 'location' | 'interactive';
const COMPOSED: Record<ComposedKind, ReactNode> = {
  contact: <PersonOutlineRounded />,
  location: <PlaceOutlined />,
  interactive: <SmartButtonOutlined />,
};
const isComposed = (kind: string): kind is ComposedKind => Object.hasOwn(COMPOSED, kind);

const MoreMenu = ({ onCompose }: { onCompose: (kind: ComposedKind) => void }) => {
  const { t } = useTranslation('messages');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconAction
        label={t('composer.more')}
        icon={<AddCircleOutlineRounded />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <LazyMenu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {Object.keys(COMPOSED)
          .filter(isComposed)
          .map((kind) => (
            <MenuItem
              key={kind}
              onClick={() => {
                setAnchor(null);
                onCompose(kind);
              }}
            >
              <ListItemIcon>{COMPOSED[kind]}</ListItemIcon>
              {t(`composer.${kind}`)}
            </MenuItem>
          ))}
      </LazyMenu>
    </>
  );
};

interface ComposerToolsProps {
  /** Notes and edited messages are text alone. */
  textOnly: boolean;
  /** Whether texts are signed; null where the company leaves no choice. */
  signed: boolean | null;
  onSign: () => void;
  onEmoji: (anchor: HTMLElement) => void;
  onFiles: (files: readonly File[]) => void;
  onCompose: (kind: ComposedKind) => void;
  onCamera: () => void;
}

/** What can be put into a message besides typed text. */
export const ComposerTools = ({
  textOnly,
  signed,
  onSign,
  onEmoji,
  onFiles,
  onCompose,
  onCamera,
}: ComposerToolsProps) => {
  const { t } = useTranslation('messages');
  const fileInput = useRef<HTMLInputElement>(null);
  return (
    <Box sx={{ display: 'flex', flexShrink: 0 }}>
      <IconAction
        label={t('composer.emoji')}
        icon={<EmojiEmotionsOutlined />}
        onClick={(event) => onEmoji(event.currentTarget)}
      />
      {!textOnly && (
        <>
          <IconAction
            label={t('composer.attach')}
            icon={<AttachFileRounded />}
            onClick={() => fileInput.current?.click()}
          />
          <IconAction label={t('composer.camera')} icon={<PhotoCameraOutlined />} onClick={onCamera} />
          <MoreMenu onCompose={onCompose} />
          {signed !== null && (
            <IconAction label={t('composer.sign')} icon={<DrawOutlined />} active={signed} onClick={onSign} />
          )}
        </>
      )}
      <input
        ref={fileInput}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </Box>
  );
};
