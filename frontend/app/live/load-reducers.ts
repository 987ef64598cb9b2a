import type { EventName } from '@prosa/shared/events/catalogue.ts';
import { EVENT_GROUPS, type EventGroup } from '@prosa/shared/events/event-groups.ts';
import type { LiveReducers } from '../../lib/live/live-reducers.ts';

const LOADERS = import.meta.glob<LiveReducers<EventGroup>>('../../features/*/live-events.ts', {
  import: 'default',
});

/**
 * Loads the reducers of the feature that an event belongs to.
 * @throws Error when the feature has no `live-events.ts`
 */
export const loadReducers = (name: EventName): Promise<LiveReducers<EventGroup>> => {
  const group = Object.entries(EVENT_GROUPS).find(([, events]) => Object.hasOwn(events, name))?.[0];
  const load = LOADERS[`../../features/${group}/live-events.ts`];
  if (load === undefined) throw new Error(`${name} has no reducer`);
  return load();
};

/** Loads all reducers in advance, before the first event of most features. */
export const loadAllReducers = (): Promise<unknown> =>
  Promise.allSettled(Object.values(LOADERS).map((load) => load()));
