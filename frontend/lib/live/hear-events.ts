import type { LiveEvent } from '@prosa/shared/events/catalogue.ts';
import { fetchLater } from '../screen/lazy-part.ts';
import { sessionStore } from '../session/session-store.ts';
import { inTurn } from './in-turn.ts';
import type { JoinAnswer } from './read-event.ts';
import { contained, onOpened, realtime } from './realtime-connection.ts';

// Loaded later, because a first visit does not need the schemas of every event.
let reader: typeof import('./read-event.ts') | undefined;
const fetchReader = async (): Promise<void> => {
  reader = await import('./read-event.ts');
};
fetchLater(fetchReader);

/**
 * Receives every event of the signed-in user's company, in order. When the code for reading events cannot be loaded,
 * or too many events wait for it, everything visible is refetched instead. Events that still wait for it when the
 * WebSocket connection opens again are dropped, because everything is refetched then. Returns a function that stops it.
 * @param onJoinAnswer receives the result of joining a conversation
 */
export const hearEvents = (
  onEvent: (event: LiveEvent) => void,
  onJoinAnswer?: (answer: JoinAnswer) => void,
): (() => void) => {
  let stopped = false;
  const { take, forget } = inTurn<{ name: string; data: unknown }>({
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
  const stops = [realtime.listen((name, data) => take({ name, data })), onOpened(forget)];
  return () => {
    stopped = true;
    for (const stop of stops) stop();
  };
};
