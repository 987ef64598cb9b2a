import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useId } from 'react';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { TicketNotes } from './ticket-notes.tsx';

/** Shows a ticket's notes when the contact column is closed. */
const TicketNotesDialog = ({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) => {
  const { t } = useTranslation('contacts');
  const titleId = useId();
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId} width="narrow">
      <DialogTitle id={titleId}>{t('notes.ofTicket', { id: ticket.id })}</DialogTitle>
      <DialogContent>
        <TicketNotes ticket={ticket} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </ResponsiveDialog>
  );
};

export default TicketNotesDialog;
