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

/** An event as it goes out. */
export interface FittedEvent {
  /** `{event, data}` as JSON in UTF-8. */
  bytes: Uint8Array;
  /** It is the event itself, and not a reference to it. */
  isWhole: boolean;
}

/** Those of a frame that carries several events. */
const BRACKETS_BYTES = 2;
const encoder = new TextEncoder();
const ROWS: {
  readonly [N in EventName]: { readonly name: string; readonly fit: Fit<EventParams<N>, EventData<N>> };
} = EVENTS;

/**
 * What browsers get of an event: the event, or a reference where the event is larger than API Gateway's frame, which
 * would cost them their connection (R44).
 * @throws Error for a large event whose row says that it has no reference
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
