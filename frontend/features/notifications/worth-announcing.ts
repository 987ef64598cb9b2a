import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import type { EventData, LiveEvent } from '@prosa/shared/events/catalogue.ts';
import { isAnnouncedTo, isHandedTo, type LiveViewer } from '../tickets/viewer-of.ts';

type MessageEvent = EventData<'appMessage'>;
export type Incoming = Extract<MessageEvent, { action: 'create' }> & {
  ticket: NonNullable<Extract<MessageEvent, { action: 'create' }>['ticket']>;
};

/**
 * Whether a live message deserves a sound and a notice: the contact's, on a ticket this person handles or waits for,
 * and not the one being read right now.
 */
export const isWorthAnnouncing = (
  event: MessageEvent,
  viewer: LiveViewer,
  reading: { uuid: string | null; visible: boolean },
): event is Incoming => {
  if (event.action !== 'create' || event.ticket === null || event.message.fromMe || event.message.isPrivate)
    return false;
  if (reading.visible && reading.uuid === event.ticket.uuid) return false;
  // The counter may be a moment behind its message.
  return isAnnouncedTo(viewer, { ...event.ticket, unreadMessages: Math.max(1, event.ticket.unreadMessages) });
};

/** The state of a ticket that an event brings: its own event does, or a new message in its place. */
const broughtTicket = (event: LiveEvent): TicketView | null => {
  if (event.name === 'ticket')
    return event.data.action === 'create' || event.data.action === 'update' ? event.data.ticket : null;
  return event.name === 'appMessage' && event.data.action === 'create' ? event.data.ticket : null;
};

/**
 * Tells of an event whether with it a ticket was handed to this person, each time that happens once: later events of the
 * ticket bring the mark as well, until it is opened.
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
