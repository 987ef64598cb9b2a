import AttachFileRounded from '@mui/icons-material/AttachFileRounded';
import DrawOutlined from '@mui/icons-material/DrawOutlined';
import EmojiEmotionsOutlined from '@mui/icons-material/EmojiEmotionsOutlined';
import PersonOutlineRounded from '@mui/icons-material/PersonOutlineRounded';
import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined';
import Box from '@mui/material/Box';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../../components/icon-action.tsx';
import { useIsPhone } from '../../../lib/use-is-phone.ts';

interface ComposerToolsProps {
  /** Notes and edited messages are text alone. */
  textOnly: boolean;
  /** Whether texts are signed; null where the company leaves no choice. */
  signed: boolean | null;
  onSign: () => void;
  onEmoji: (anchor: HTMLElement) => void;
  onFiles: (files: readonly File[]) => void;
  onCamera: () => void;
  onContact: () => void;
}

/** What can be put into a message besides typed text. */
export const ComposerTools = ({
  textOnly,
  signed,
  onSign,
  onEmoji,
  onFiles,
  onCamera,
  onContact,
}: ComposerToolsProps) => {
  const { t } = useTranslation('messages');
  const phone = useIsPhone();
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
          {!phone && (
            <IconAction label={t('composer.contact')} icon={<PersonOutlineRounded />} onClick={onContact} />
          )}
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
