import type { EventName } from '@prosa/shared/events/catalogue.ts';
import { EVENT_GROUPS, type EventGroup } from '@prosa/shared/events/event-groups.ts';
import type { LiveReducers } from '../../lib/live/live-reducers.ts';

/** Where the reducers of each feature are. */
const LOADERS: { [G in EventGroup]: () => Promise<LiveReducers<G>> } = {
  tickets: async () => (await import('../../features/tickets/live-events.ts')).ticketReducers,
  messages: async () => (await import('../../features/messages/live-events.ts')).messageReducers,
  contacts: async () => (await import('../../features/contacts/live-events.ts')).contactReducers,
  users: async () => (await import('../../features/users/live-events.ts')).userReducers,
  'quick-messages': async () =>
    (await import('../../features/quick-messages/live-events.ts')).quickMessageReducers,
  tags: async () => (await import('../../features/tags/live-events.ts')).tagReducers,
  queues: async () => (await import('../../features/queues/live-events.ts')).queueReducers,
  schedules: async () => (await import('../../features/schedules/live-events.ts')).scheduleReducers,
  connections: async () => (await import('../../features/connections/live-events.ts')).connectionReducers,
  companies: async () => (await import('../../features/companies/live-events.ts')).companyReducers,
  auth: async () => (await import('../../features/auth/live-events.ts')).authReducers,
};

const isGroup = (text: string): text is EventGroup => Object.hasOwn(LOADERS, text);

/** Fetches the reducers of the feature that an event belongs to. */
export const loadReducers = (name: EventName): Promise<LiveReducers<EventGroup>> => {
  const group = Object.keys(EVENT_GROUPS)
    .filter(isGroup)
    .find((candidate) => Object.hasOwn(EVENT_GROUPS[candidate], name));
  if (group === undefined) throw new Error(`${name} belongs to no feature`);
  return LOADERS[group]();
};

/** Fetches them all, before the first event of most. */
export const loadAllReducers = (): Promise<unknown> =>
  Promise.allSettled(Object.values(LOADERS).map((load) => load()));
