import type { EventData } from '@prosa/shared/events/catalogue.ts';
import { isAnnouncedTo, type LiveViewer } from '../tickets/viewer-of.ts';

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
