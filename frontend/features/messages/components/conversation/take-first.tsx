import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { acceptTicket, reopenTicket } from '../../../tickets/actions.ts';

/** Says why the user cannot write, and offers the action that makes it possible. */
export const TakeFirst = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('messages');
  const closed = ticket.status === 'closed';
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 3,
        padding: 4,
        borderTop: '1px solid',
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {closed ? t('closedHint') : t('pendingHint')}
      </Typography>
      <Button variant="contained" onClick={() => void (closed ? reopenTicket(ticket) : acceptTicket(ticket))}>
        {closed ? t('reopen') : t('accept')}
      </Button>
    </Box>
  );
};
