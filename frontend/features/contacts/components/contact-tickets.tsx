import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { type TicketView, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { Link } from 'react-router';
import { QueueChip } from '../../../components/queue-chip.tsx';
import { usePagedRows } from '../../../lib/api/use-paged-rows.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { formatWhen } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { DrawerRows } from './drawer-rows.tsx';

const Row = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('tickets');
  const attendant = ticket.user?.name;
  return (
    <ButtonBase
      component={Link}
      to={paths.ticket(ticket.uuid)}
      sx={{
        display: 'block',
        width: '100%',
        padding: 3,
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: `${radius.control}px`,
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Typography variant="body2" sx={{ flex: 1, fontVariantNumeric: 'tabular-nums' }}>
          {`#${ticket.id} · ${t(`status.${ticket.status}`)}`}
        </Typography>
        <QueueChip queue={ticket.queue} />
      </Box>
      <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
        {ticket.lastMessage}
      </Typography>
      <Typography variant="caption" component="p" noWrap sx={{ color: 'text.secondary' }}>
        {[formatWhen(ticket.updatedAt), ...(attendant === undefined ? [] : [attendant])].join(' · ')}
      </Typography>
    </ButtonBase>
  );
};

/** Lists the other tickets of a ticket's contact on every connection, newest first. */
export const ContactTickets = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('contacts');
  const list = usePagedRows(
    ticketRoutes.ofContact,
    // Not the ticket's `contactId`, which may be the id from before a contact merge.
    { params: { contactId: ticket.contact.id } },
    ({ tickets }) => tickets.filter(({ id }) => id !== ticket.id),
    { staleTime: 0 },
  );
  return (
    <DrawerRows list={list} empty={t('tickets.none')}>
      {(rows) => rows.map((one) => <Row key={one.id} ticket={one} />)}
    </DrawerRows>
  );
};
