import type { EventName, LiveEvent } from '@prosa/shared/events/catalogue.ts';
import { inTurn } from '../../lib/live/in-turn.ts';
import type { LiveContext, LiveReducer } from '../../lib/live/live-reducers.ts';
import { fetchLater } from '../../lib/screen/lazy-part.ts';

type Reducers = { [N in EventName]?: LiveReducer<N> };

// Loaded later, because a first visit does not need it.
const loaders = () => import('./load-reducers.ts');
fetchLater(async () => (await loaders()).loadAllReducers());

interface Ports {
  /** The cache and user that events apply to; null after a sign-out or a change of user. */
  context: () => LiveContext | null;
  /** Runs work. An error is reported, and all visible queries are refetched. */
  contained: (work: () => void) => void;
  /** Loads the reducers of an event's feature. */
  load?: (name: EventName) => Promise<Reducers>;
}

/**
 * Applies events with the reducers of their features, in the order of arrival. The first event of a feature loads its
 * reducers; later events wait meanwhile. When the reducers cannot be loaded, or when too many events wait, all
 * visible queries are refetched instead. `forget` drops the events that wait.
 */
export const createEventApplier = ({
  context,
  contained,
  load = async (name) => (await loaders()).loadReducers(name),
}: Ports): { apply: (event: LiveEvent) => void; forget: () => void } => {
  const reducers: Reducers = {};
  const run = <N extends EventName>(event: LiveEvent<N>): void =>
    contained(() => {
      const now = context();
      if (now !== null) reducers[event.name]?.(now, event);
    });
  const { take, forget } = inTurn<LiveEvent>({
    ready: ({ name }) => reducers[name] !== undefined,
    prepare: async ({ name }) => Object.assign(reducers, await load(name)),
    work: run,
    giveUp: (error) =>
      contained(() => {
        throw error;
      }),
  });
  return { apply: take, forget };
};
