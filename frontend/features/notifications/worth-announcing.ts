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
export const broughtTicket = (event: LiveEvent): TicketView | null => {
  if (event.name === 'ticket')
    return event.data.action === 'create' || event.data.action === 'update' ? event.data.ticket : null;
  return event.name === 'appMessage' && event.data.action === 'create' ? event.data.ticket : null;
};

/**
 * Detects a ticket transferred to the user, in an event or in a fetched state, once per transfer. Later states of the
 * ticket contain the mark too, until the ticket is opened.
 */
export const createTransferWatch = () => {
  const marked = new Set<number>();
  /** Returns whether a state of a ticket is the first one with its transfer to the user. */
  const isNew = (ticket: TicketView, viewer: Pick<LiveViewer, 'id'>): boolean => {
    const wasMarked = marked.has(ticket.id);
    if (isHandedTo(viewer, ticket)) marked.add(ticket.id);
    else marked.delete(ticket.id);
    return !wasMarked && marked.has(ticket.id);
  };
  return {
    isNew,
    hear: (event: LiveEvent, viewer: Pick<LiveViewer, 'id'>): TicketView | null => {
      if (event.name === 'ticket' && event.data.action === 'updateUnread') marked.delete(event.data.ticketId);
      const ticket = broughtTicket(event);
      return ticket !== null && isNew(ticket, viewer) ? ticket : null;
    },
  };
};
