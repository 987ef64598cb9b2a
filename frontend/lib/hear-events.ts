import type { LiveEvent } from '@prosa/shared/events/catalogue.ts';
import { inTurn } from './in-turn.ts';
import { fetchLater } from './lazy-part.ts';
import { contained, realtime } from './realtime-connection.ts';
import { sessionStore } from './session-store.ts';

type ReadEvent = typeof import('./read-event.ts').readEvent;

// The schemas of every event are no part of a first visit.
let readEvent: ReadEvent | undefined;
const fetchReader = async (): Promise<void> => {
  ({ readEvent } = await import('./read-event.ts'));
};
fetchLater(fetchReader);

/**
 * Hears every event for the company of who is signed in, in their order. Where what reads them cannot be fetched, or too
 * much waits for it, everything on the screen is fetched again instead. Answers with what stops it.
 */
export const hearEvents = (listener: (event: LiveEvent) => void): (() => void) => {
  let stopped = false;
  const hear = inTurn<{ name: string; data: unknown }>({
    ready: () => readEvent !== undefined,
    prepare: fetchReader,
    work: ({ name, data }) =>
      contained(() => {
        const { user } = sessionStore.getState();
        if (stopped || user === null) return;
        const event = readEvent?.(user.companyId, name, data);
        if (event !== undefined) listener(event);
      }),
    giveUp: (error) =>
      contained(() => {
        throw error;
      }),
  });
  const stop = realtime.listen((name, data) => hear({ name, data }));
  return () => {
    stopped = true;
    stop();
  };
};
