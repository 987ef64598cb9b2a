import { EVENTS, type EventName } from '@prosa/shared/events/catalogue.ts';
import { EVENT_GROUPS } from '@prosa/shared/events/event-groups.ts';
import { describe, expect, it } from 'vitest';
import { loadReducers } from './load-reducers.ts';

const isEventName = (name: string): name is EventName => Object.hasOwn(EVENTS, name);
const GROUPS = Object.entries(EVENT_GROUPS).map(([group, events]) => ({ group, names: Object.keys(events) }));

describe('loadReducers', () => {
  it.each(GROUPS)('returns reducers of $group for every event of that feature', async ({ names }) => {
    expect(names.filter(isEventName)).toEqual(names);
    for (const name of names.filter(isEventName)) {
      expect(Object.keys(await loadReducers(name)).sort()).toEqual(names.toSorted());
    }
  });
});
