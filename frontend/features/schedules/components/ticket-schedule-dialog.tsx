import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useNavigate } from 'react-router';
import { paths } from '../../../lib/screen/paths.ts';
import { replyFactsOf } from '../../tickets/reply-time.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';

/** The dialog for scheduling a message to a ticket's contact. The schedules are shown after it is saved. */
const TicketScheduleDialog = ({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) => {
  const navigate = useNavigate();
  return (
    <ScheduleDialog
      place={{
        contact: ticket.contact,
        queueId: ticket.queueId,
        whatsappId: ticket.whatsappId,
        replyFacts: replyFactsOf(ticket),
      }}
      onClose={onClose}
      onSaved={() => void navigate(paths.schedules)}
    />
  );
};

export default TicketScheduleDialog;
