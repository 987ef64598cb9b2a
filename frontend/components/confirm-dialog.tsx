import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { ResponsiveDialog } from './responsive-dialog.tsx';

export interface ConfirmQuestion {
  title: string;
  /** Names what will be lost or changed. */
  body: string;
  /** The act, as a verb. */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
}

interface Pending {
  question: ConfirmQuestion;
  answer: (yes: boolean) => void;
}

const store = createStore<{ pending: Pending | null; open: boolean }>(() => ({ pending: null, open: false }));

/** Asks a yes-or-no question in a dialog. A question asked meanwhile answers the former with no. */
export const confirm = (question: ConfirmQuestion): Promise<boolean> =>
  new Promise((resolve) => {
    store.getState().pending?.answer(false);
    store.setState({ pending: { question, answer: resolve }, open: true });
  });

/** Shows the questions of {@link confirm}; mounted once. */
export const ConfirmDialog = () => {
  const { t } = useTranslation('common');
  const { pending, open } = useStore(store);
  const titleId = useId();
  const bodyId = useId();
  const finish = (yes: boolean) => {
    pending?.answer(yes);
    // The question stays until the dialog has faded.
    store.setState({ open: false });
  };
  return (
    <ResponsiveDialog open={open} onClose={() => finish(false)} labelledBy={titleId} width="narrow">
      <DialogTitle id={titleId}>{pending?.question.title}</DialogTitle>
      <DialogContent>
        <Typography
          id={bodyId}
          sx={{ color: 'text.secondary', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
        >
          {pending?.question.body}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => finish(false)}>{pending?.question.cancelLabel ?? t('cancel')}</Button>
        <Button
          variant="contained"
          color={pending?.question.danger === true ? 'error' : 'primary'}
          onClick={() => finish(true)}
          autoFocus
        >
          {pending?.question.confirmLabel}
        </Button>
      </DialogActions>
    </ResponsiveDialog>
  );
};
