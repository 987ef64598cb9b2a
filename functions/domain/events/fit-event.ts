import {
  EVENT_MAX_BYTES,
  EVENTS,
  type EventData,
  type EventName,
  type EventParams,
  type LiveEvent,
} from '@prosa/shared/events/catalogue.ts';
import type { Fit } from '@prosa/shared/events/define-event.ts';
import { formatName } from '@prosa/shared/events/event-name.ts';

interface Frame {
  event: string;
  data: unknown;
}

/** Those of a frame that carries several events. */
const BRACKETS_BYTES = 2;
const encoder = new TextEncoder();
const ROWS: {
  readonly [N in EventName]: { readonly name: string; readonly fit: Fit<EventParams<N>, EventData<N>> };
} = EVENTS;

/**
 * The frame a browser gets: the event, or a reference where the event is larger than API Gateway's frame, which would
 * cost the browser its connection (R44).
 * @throws Error for a large event whose row says that it has no reference
 */
export const fitEvent = <N extends EventName>(
  event: LiveEvent<N>,
  maxBytes: number = EVENT_MAX_BYTES - BRACKETS_BYTES,
): Frame => {
  const { name: template, fit } = ROWS[event.name];
  const name = formatName<string>(template, event.params);
  const frame = { event: name, data: event.data };
  if (encoder.encode(JSON.stringify(frame)).byteLength <= maxBytes) return frame;
  const reference = 'refer' in fit ? fit.refer(event) : undefined;
  if (reference === undefined) throw new Error(`a ${event.name} event is larger than a frame`);
  return { event: name, data: reference };
};
