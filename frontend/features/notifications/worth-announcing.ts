import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import type { EventData, LiveEvent } from '@prosa/shared/events/catalogue.ts';
import { isAnnouncedTo, isHandedTo, type LiveViewer } from '../tickets/viewer-of.ts';

type MessageEvent = EventData<'appMessage'>;
export type Incoming = Extract<MessageEvent, { action: 'create' }> & {
  ticket: NonNullable<Extract<MessageEvent, { action: 'create' }>['ticket']>;
};

/**
 * Whether a live message triggers a sound and a notification: it comes from the contact, on a ticket that the user
 * handles or that waits for the user, and the user is not reading it right now.
 */
export const isWorthAnnouncing = (
  event: MessageEvent,
  viewer: LiveViewer,
  reading: { uuid: string | null; visible: boolean },
): event is Incoming => {
  if (event.action !== 'create' || event.ticket === null || event.message.fromMe || event.message.isPrivate)
    return false;
  if (reading.visible && reading.uuid === event.ticket.uuid) return false;
  // The unread count may lag behind the message.
  return isAnnouncedTo(viewer, { ...event.ticket, unreadMessages: Math.max(1, event.ticket.unreadMessages) });
};

/** Returns the ticket state in an event: in a ticket event, or in a new message's event. */
const broughtTicket = (event: LiveEvent): TicketView | null => {
  if (event.name === 'ticket')
    return event.data.action === 'create' || event.data.action === 'update' ? event.data.ticket : null;
  return event.name === 'appMessage' && event.data.action === 'create' ? event.data.ticket : null;
};

/**
 * Returns a function that detects in an event a ticket transferred to the user, once per transfer. Later events of
 * the ticket contain the mark too, until the ticket is opened.
 */
export const createTransferWatch = () => {
  const marked = new Set<number>();
  return (event: LiveEvent, viewer: Pick<LiveViewer, 'id'>): TicketView | null => {
    if (event.name === 'ticket' && event.data.action === 'updateUnread') marked.delete(event.data.ticketId);
    const ticket = broughtTicket(event);
    if (ticket === null) return null;
    if (!isHandedTo(viewer, ticket)) {
      marked.delete(ticket.id);
      return null;
    }
    if (marked.has(ticket.id)) return null;
    marked.add(ticket.id);
    return ticket;
  };
};
