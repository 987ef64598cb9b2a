import type { EventName, LiveEvent } from '@prosa/shared/events/catalogue.ts';
import { fetchLater } from '../../lib/lazy-part.ts';
import type { LiveContext, LiveReducer } from '../../lib/live-reducers.ts';

/** Events kept while the code that applies them is fetched. */
const KEPT_EVENTS = 500;

type Reducers = { [N in EventName]?: LiveReducer<N> };

// No part of a first visit.
const loaders = () => import('./load-reducers.ts');
fetchLater(async () => (await loaders()).loadAllReducers());

interface Ports {
  /** Whose cache events go to; null once the person is another or signed out. */
  context: () => LiveContext | null;
  /** Runs work; what throws is reported and made up for by fetching again. */
  contained: (work: () => void) => void;
  /** Fetches the reducers of an event's feature. */
  load?: (name: EventName) => Promise<Reducers>;
}

/**
 * Applies events by the reducers of their features, in the order in which they came. The first event of a feature fetches
 * its reducers, and what comes until they are there waits its turn. Where they cannot be fetched, or too much waits,
 * everything on the screen is fetched again instead.
 */
export const createEventApplier = ({
  context,
  contained,
  load = async (name) => (await loaders()).loadReducers(name),
}: Ports): ((event: LiveEvent) => void) => {
  const reducers: Reducers = {};
  const waiting: LiveEvent[] = [];

  const run = <N extends EventName>(event: LiveEvent<N>): void =>
    contained(() => {
      const now = context();
      if (now !== null) reducers[event.name]?.(now, event);
    });
  const giveUp = (error: unknown): void =>
    contained(() => {
      throw error;
    });

  const workOff = async (): Promise<void> => {
    for (let [event] = waiting; event !== undefined; [event] = waiting) {
      try {
        if (reducers[event.name] === undefined) Object.assign(reducers, await load(event.name));
        run(event);
      } catch (error) {
        giveUp(error);
      }
      waiting.shift();
    }
  };

  return (event) => {
    if (waiting.length === 0 && reducers[event.name] !== undefined) {
      run(event);
      return;
    }
    waiting.push(event);
    if (waiting.length === 1) void workOff();
    if (waiting.length <= KEPT_EVENTS) return;
    // The first one is being worked on.
    waiting.length = 1;
    giveUp(new Error('events came faster than the code that applies them'));
  };
};
