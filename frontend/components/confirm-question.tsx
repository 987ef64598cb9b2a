import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from '../lib/texts/use-translation.ts';
import type { ConfirmQuestion } from './confirm-dialog.tsx';
import { ResponsiveDialog } from './responsive-dialog.tsx';

interface ConfirmQuestionDialogProps {
  question: ConfirmQuestion;
  open: boolean;
  onAnswer: (yes: boolean) => void;
}

/** One yes-or-no question. */
export const ConfirmQuestionDialog = ({ question, open, onAnswer }: ConfirmQuestionDialogProps) => {
  const { t } = useTranslation('common');
  const titleId = useId();
  return (
    <ResponsiveDialog open={open} onClose={() => onAnswer(false)} labelledBy={titleId} width="narrow">
      <DialogTitle id={titleId}>{question.title}</DialogTitle>
      <DialogContent>
        <Typography sx={{ color: 'text.secondary', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {question.body}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => onAnswer(false)}>{question.cancelLabel ?? t('cancel')}</Button>
        <Button
          variant="contained"
          color={question.danger === true ? 'error' : 'primary'}
          onClick={() => onAnswer(true)}
          autoFocus
        >
          {question.confirmLabel}
        </Button>
      </DialogActions>
    </ResponsiveDialog>
  );
};
