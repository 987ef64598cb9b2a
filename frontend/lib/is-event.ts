import { EVENTS, type EventData, type EventName } from '@prosa/shared/events/catalogue.ts';

/**
 * Whether a frame carries an event of this name. While developing and in tests it is held against the event's schema;
 * in production the schema stays on the server, as an answer's does, and what breaks a handler is contained.
 */
export const isEvent = <N extends EventName>(name: N, data: unknown): data is EventData<N> => {
  if (import.meta.env.DEV) return EVENTS[name].schema.safeParse(data).success;
  return typeof data === 'object' && data !== null && 'action' in data;
};
