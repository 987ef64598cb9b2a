import { useStore } from 'zustand';
import { closeNewTicketDialog, newTicketStore } from '../../contacts/new-ticket-store.ts';
import { ticketDialogs } from '../dialogs-store.ts';
import { QueueDialog } from './choose-queue-dialog.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { FarewellDialog } from './farewell-dialog.tsx';
import { NewTicketDialog } from './new-ticket-dialog.tsx';

/** The dialogs that ticket actions open; mounted once by the shell. */
export const TicketDialogs = () => {
  const { queue, farewell, conflict } = useStore(ticketDialogs);
  const newTicket = useStore(newTicketStore, ({ dialog }) => dialog);
  return (
    <>
      {queue !== null && <QueueDialog ticket={queue.ticket} onAnswer={queue.answer} />}
      {farewell !== null && <FarewellDialog ticket={farewell.ticket} onAnswer={farewell.answer} />}
      {conflict !== null && (
        <ConflictDialog conflict={conflict} onClose={() => ticketDialogs.setState({ conflict: null })} />
      )}
      {newTicket !== null && <NewTicketDialog contact={newTicket.contact} onClose={closeNewTicketDialog} />}
    </>
  );
};
