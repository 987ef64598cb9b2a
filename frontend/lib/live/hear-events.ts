import type { LiveEvent } from '@prosa/shared/events/catalogue.ts';
import { fetchLater } from '../screen/lazy-part.ts';
import { sessionStore } from '../session/session-store.ts';
import { inTurn } from './in-turn.ts';
import type { JoinAnswer } from './read-event.ts';
import { contained, realtime } from './realtime-connection.ts';

// The schemas of every event are no part of a first visit.
let reader: typeof import('./read-event.ts') | undefined;
const fetchReader = async (): Promise<void> => {
  reader = await import('./read-event.ts');
};
fetchLater(fetchReader);

/**
 * Hears every event for the company of who is signed in, in their order. Where what reads them cannot be fetched, or too
 * much waits for it, everything on the screen is fetched again instead. Answers with what stops it.
 * @param onJoinAnswer told what came of joining a conversation
 */
export const hearEvents = (
  onEvent: (event: LiveEvent) => void,
  onJoinAnswer?: (answer: JoinAnswer) => void,
): (() => void) => {
  let stopped = false;
  const hear = inTurn<{ name: string; data: unknown }>({
    ready: () => reader !== undefined,
    prepare: fetchReader,
    work: ({ name, data }) =>
      contained(() => {
        const { user } = sessionStore.getState();
        if (stopped || user === null || reader === undefined) return;
        const event = reader.readEvent(user.companyId, name, data);
        if (event !== undefined) onEvent(event);
        const answer = reader.readJoinAnswer(name, data);
        if (answer !== undefined) onJoinAnswer?.(answer);
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
