import AddCircleOutlineRounded from '@mui/icons-material/AddCircleOutlineRounded';
import AttachFileRounded from '@mui/icons-material/AttachFileRounded';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import DrawOutlined from '@mui/icons-material/DrawOutlined';
import PersonOutlineRounded from '@mui/icons-material/PersonOutlineRounded';
import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined';
import PlaceOutlined from '@mui/icons-material/PlaceOutlined';
import SmartButtonOutlined from '@mui/icons-material/SmartButtonOutlined';
import Box from '@mui/material/Box';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useRef, useState } from 'react';
import { IconAction } from '../../../../components/icon-action.tsx';
import { LazyMenu } from '../../../../components/lazy-menu.tsx';
import { writeStored } from '../../../../lib/storage.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import {
  type ComposedKind,
  type ComposerAction,
  type ComposerState,
  isTextOnly,
} from '../../composer-state.ts';
import { EmojiTool } from './emoji-tool.tsx';

const COMPOSED: Record<ComposedKind, ReactNode> = {
  contact: <PersonOutlineRounded />,
  location: <PlaceOutlined />,
  interactive: <SmartButtonOutlined />,
  template: <DescriptionOutlined />,
};
const isComposed = (kind: string): kind is ComposedKind => Object.hasOwn(COMPOSED, kind);

interface MoreMenuProps {
  hasTemplates: boolean;
  onCompose: (kind: ComposedKind) => void;
}

const MoreMenu = ({ hasTemplates, onCompose }: MoreMenuProps) => {
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
          .filter((kind) => kind !== 'template' || hasTemplates)
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
  state: ComposerState;
  dispatch: (action: ComposerAction) => void;
  /** Whether the company's settings let users sign their replies. */
  canSign: boolean;
  /** Whether the channel has message templates. */
  hasTemplates: boolean;
  onEmoji: (emoji: string) => void;
}

/** The buttons for message content besides typed text. */
export const ComposerTools = ({ state, dispatch, canSign, hasTemplates, onEmoji }: ComposerToolsProps) => {
  const { t } = useTranslation('messages');
  const fileInput = useRef<HTMLInputElement>(null);
  const sign = (isSigned: boolean) => {
    dispatch({ type: 'sign', isSigned });
    writeStored('signMessages', isSigned);
  };
  return (
    <Box sx={{ display: 'flex', flexShrink: 0 }}>
      <EmojiTool onPick={onEmoji} />
      {!isTextOnly(state) && (
        <>
          <IconAction
            label={t('composer.attach')}
            icon={<AttachFileRounded />}
            onClick={() => fileInput.current?.click()}
          />
          <IconAction
            label={t('composer.camera')}
            icon={<PhotoCameraOutlined />}
            onClick={() => dispatch({ type: 'openDialog', dialog: 'camera' })}
          />
          <MoreMenu
            hasTemplates={hasTemplates}
            onCompose={(dialog) => dispatch({ type: 'openDialog', dialog })}
          />
          {canSign && (
            <IconAction
              label={t('composer.sign')}
              icon={<DrawOutlined />}
              active={state.isSigned}
              onClick={() => sign(!state.isSigned)}
            />
          )}
        </>
      )}
      <input
        ref={fileInput}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          dispatch({ type: 'attach', files: [...(event.target.files ?? [])], caption: '' });
          event.target.value = '';
        }}
      />
    </Box>
  );
};
