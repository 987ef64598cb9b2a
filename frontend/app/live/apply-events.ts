import type { EventName, LiveEvent } from '@prosa/shared/events/catalogue.ts';
import { fetchLater } from '../../lib/lazy-part.ts';
import type { LiveContext, LiveReducer } from '../../lib/live-reducers.ts';

/** Events of one name kept while the code that applies them is fetched. */
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
 * Applies events by the reducers of their features, those of one name in the order in which they came. The first event
 * of a feature fetches its reducers; what comes until they are there waits for them. Where they cannot be fetched, or
 * too much waits, everything on the screen is fetched again instead.
 */
export const createEventApplier = ({
  context,
  contained,
  load = async (name) => (await loaders()).loadReducers(name),
}: Ports): ((event: LiveEvent) => void) => {
  const reducers: Reducers = {};
  const waiting = new Map<EventName, LiveEvent[]>();

  const run = <N extends EventName>(event: LiveEvent<N>): void =>
    contained(() => {
      const now = context();
      if (now !== null) reducers[event.name]?.(now, event);
    });
  const giveUp = (error: unknown): void =>
    contained(() => {
      throw error;
    });

  const wait = (event: LiveEvent): void => {
    const { name } = event;
    const queue = waiting.get(name);
    if (queue !== undefined) {
      queue.push(event);
      if (queue.length <= KEPT_EVENTS) return;
      queue.length = 0;
      giveUp(new Error(`${name} events came faster than what applies them`));
      return;
    }
    const events = [event];
    waiting.set(name, events);
    load(name).then(
      (loaded) => {
        waiting.delete(name);
        Object.assign(reducers, loaded);
        for (const one of events) run(one);
      },
      (error: unknown) => {
        waiting.delete(name);
        giveUp(error);
      },
    );
  };

  // What waits goes first, also where another event of the feature brought the code meanwhile.
  return (event) => {
    if (reducers[event.name] === undefined || waiting.has(event.name)) wait(event);
    else run(event);
  };
};
