import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import { notifyError, notifySuccess } from '../lib/screen/notify.ts';
import { IconAction } from './icon-action.tsx';

interface CopyActionProps {
  text: string;
  /** A verb: what is copied. */
  label: string;
  /** The notice after copying. */
  done: string;
}

/** A button that copies a text. */
export const CopyAction = ({ text, label, done }: CopyActionProps) => (
  <IconAction
    label={label}
    icon={<ContentCopyRounded />}
    onClick={() => {
      navigator.clipboard.writeText(text).then(() => notifySuccess(done), notifyError);
    }}
  />
);
