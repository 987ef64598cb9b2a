import { EVENT_MAX_BYTES, type FrameEvent, type LiveEvent } from '@prosa/shared/events/catalogue.ts';
import { eventName } from '@prosa/shared/events/event-name.ts';

/** The brackets of a frame that carries several. */
const BRACKETS_BYTES = 2;

const encoder = new TextEncoder();

const toFrame = (event: LiveEvent): FrameEvent => ({
  event: eventName(event.companyId, event.name),
  data: event.data,
});

/** What is sent where an event is too large for a frame: what changed, for the browser to fetch. */
const referenceOf = (event: LiveEvent): LiveEvent | undefined => {
  const { companyId } = event;
  switch (event.name) {
    case 'ticket':
      return 'ticket' in event.data
        ? {
            ...event,
            data: { action: 'reference', id: event.data.ticket.id, version: event.data.ticket.version },
          }
        : undefined;
    case 'appMessage':
      return 'message' in event.data
        ? {
            name: 'appMessage',
            companyId,
            data: { action: 'reference', id: event.data.message.id, version: event.data.message.version },
          }
        : undefined;
    case 'contact':
      return 'contact' in event.data
        ? {
            name: 'contact',
            companyId,
            data: { action: 'reference', id: event.data.contact.id, version: event.data.contact.version },
          }
        : undefined;
    case 'queue':
      return 'queue' in event.data
        ? {
            name: 'queue',
            companyId,
            data: { action: 'reference', id: event.data.queue.id, version: event.data.queue.version },
          }
        : undefined;
    case 'settings':
      return 'setting' in event.data
        ? { name: 'settings', companyId, data: { action: 'reference', id: companyId, version: 0 } }
        : undefined;
    case 'user':
    case 'whatsapp':
    case 'whatsappSession':
    case 'auth':
      return undefined;
  }
};

/**
 * The frame a browser gets: the event, or a reference where the event is larger than API Gateway's frame, which would
 * cost the browser its connection (R44). Events without a reference have bounded fields.
 */
export const fitEvent = (
  event: LiveEvent,
  maxBytes: number = EVENT_MAX_BYTES - BRACKETS_BYTES,
): FrameEvent => {
  const frame = toFrame(event);
  if (encoder.encode(JSON.stringify(frame)).byteLength <= maxBytes) return frame;
  const reference = referenceOf(event);
  if (reference === undefined) throw new Error(`a ${event.name} event is larger than a frame`);
  return toFrame(reference);
};
