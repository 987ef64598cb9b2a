import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import type { LiveEvent } from '@prosa/shared/events/catalogue.ts';
import { isAnnouncedTo, type LiveViewer } from '../tickets/viewer-of.ts';
import { broughtTicket } from './worth-announcing.ts';

/** The most notifications after an absence: of the newest conversations. */
export const MISSED_NOTICES = 3;

/** What the last event of a ticket said. */
interface Known {
  unread: number;
  lastMessage: string;
}

/** Whether a ticket with unread messages has one of the contact that no event brought. */
const hasNews = (ticket: TicketView, known: Known | undefined, sinceMs: number): boolean =>
  known === undefined
    ? !ticket.fromMe || Date.parse(ticket.createdAt) > sinceMs
    : ticket.unreadMessages !== known.unread || (!ticket.fromMe && ticket.lastMessage !== known.lastMessage);

/**
 * Keeps what the last event of each ticket said, so that messages which came while the WebSocket connection was lost are
 * found afterwards: unread ones, which no event announced.
 */
export const createMissedWatch = () => {
  const knownOf = new Map<number, Known>();
  return {
    hear: (event: LiveEvent): void => {
      if (event.name === 'ticket' && event.data.action === 'updateUnread') {
        const { ticketId } = event.data;
        knownOf.set(ticketId, { unread: 0, lastMessage: knownOf.get(ticketId)?.lastMessage ?? '' });
      }
      const ticket = broughtTicket(event);
      if (ticket === null) return;
      const { id, unreadMessages, lastMessage, fromMe } = ticket;
      // The unread count may lag behind the message.
      const least = event.name === 'appMessage' && !fromMe ? 1 : 0;
      knownOf.set(id, { unread: Math.max(least, unreadMessages), lastMessage });
    },
    /**
     * Returns the tickets with messages that were missed since a server time.
     * @param tickets those that the bell shows, newest first
     */
    missed: (
      tickets: readonly TicketView[],
      sinceMs: number,
      viewer: LiveViewer,
      reading: { uuid: string | null; visible: boolean },
    ): TicketView[] => {
      const found = tickets.filter(
        (ticket) =>
          Date.parse(ticket.updatedAt) > sinceMs &&
          isAnnouncedTo(viewer, ticket) &&
          ticket.unreadMessages > 0 &&
          hasNews(ticket, knownOf.get(ticket.id), sinceMs) &&
          !(reading.visible && reading.uuid === ticket.uuid),
      );
      for (const { id, unreadMessages, lastMessage } of tickets)
        knownOf.set(id, { unread: unreadMessages, lastMessage });
      return found;
    },
  };
};
