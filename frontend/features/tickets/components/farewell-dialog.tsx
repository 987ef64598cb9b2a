import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useId } from 'react';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

interface FarewellDialogProps {
  ticket: TicketView;
  onAnswer: (farewell: boolean | null) => void;
}

/** Asks whether to close with or without the farewell message. */
export const FarewellDialog = ({ ticket, onAnswer }: FarewellDialogProps) => {
  const { t } = useTranslation(['tickets', 'common']);
  const titleId = useId();
  return (
    <ResponsiveDialog open onClose={() => onAnswer(null)} labelledBy={titleId}>
      <DialogTitle id={titleId}>{t('resolve.title')}</DialogTitle>
      <DialogContent>
        <Typography sx={{ color: 'text.secondary' }}>
          {t('resolve.body', { name: ticket.contact.name })}
        </Typography>
      </DialogContent>
      {/* Three buttons are wider than a phone: there they are stacked, with the default on top. */}
      <DialogActions
        sx={{ flexDirection: { xs: 'column-reverse', md: 'row' }, alignItems: { xs: 'stretch' } }}
      >
        <Button onClick={() => onAnswer(null)}>{t('common:cancel')}</Button>
        <Button onClick={() => onAnswer(true)}>{t('resolve.with')}</Button>
        {/* Enter sends no message to the customer. */}
        <Button variant="contained" onClick={() => onAnswer(false)} autoFocus>
          {t('resolve.without')}
        </Button>
      </DialogActions>
    </ResponsiveDialog>
  );
};
