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

/** An event in the form in which it is sent. */
export interface FittedEvent {
  /** `{event, data}` as JSON in UTF-8. */
  bytes: Uint8Array;
  /** Whether it is the event itself, not a reference to it. */
  isWhole: boolean;
}

/** The brackets of a frame with several events. */
const BRACKETS_BYTES = 2;
const encoder = new TextEncoder();
const ROWS: {
  readonly [N in EventName]: { readonly name: string; readonly fit: Fit<EventParams<N>, EventData<N>> };
} = EVENTS;

/**
 * Encodes an event for browsers. An event that is larger than API Gateway's frame becomes a reference, because such a
 * frame would close the WebSocket connection (R44).
 * @throws Error for a large event that the catalogue allows no reference for
 */
export const fitEvent = <N extends EventName>(
  event: LiveEvent<N>,
  maxBytes: number = EVENT_MAX_BYTES - BRACKETS_BYTES,
): FittedEvent => {
  const { name: template, fit } = ROWS[event.name];
  const name = formatName<string>(template, event.params);
  const encode = (data: unknown) => encoder.encode(JSON.stringify({ event: name, data }));
  const bytes = encode(event.data);
  if (bytes.byteLength <= maxBytes) return { bytes, isWhole: true };
  const reference = 'refer' in fit ? fit.refer(event) : undefined;
  if (reference === undefined) throw new Error(`a ${event.name} event is larger than a frame`);
  return { bytes: encode(reference), isWhole: false };
};
