import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';

interface FarewellDialogProps {
  ticket: TicketView;
  onAnswer: (farewell: boolean | null) => void;
}

/** Closing with or without the farewell message. */
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
      {/* Three of them are longer than a phone: there each has a line, the first choice on top. */}
      <DialogActions
        sx={{ flexDirection: { xs: 'column-reverse', md: 'row' }, alignItems: { xs: 'stretch' } }}
      >
        <Button onClick={() => onAnswer(null)}>{t('common:cancel')}</Button>
        <Button onClick={() => onAnswer(true)}>{t('resolve.with')}</Button>
        {/* What Enter does writes nothing to the customer. */}
        <Button variant="contained" onClick={() => onAnswer(false)} autoFocus>
          {t('resolve.without')}
        </Button>
      </DialogActions>
    </ResponsiveDialog>
  );
};
