import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import type { EventName, LiveEvent } from '@prosa/shared/events/catalogue.ts';
import type { EventGroup, EventGroups } from '@prosa/shared/events/event-groups.ts';
import type { QueryClient } from '@tanstack/react-query';

export interface LiveContext {
  client: QueryClient;
  user: SessionUser;
}

/** Brings an event into the cache: a patch for what changes all the time, a later fetch for the rest. Twice is as once. */
export type LiveReducer<N extends EventName> = (context: LiveContext, event: LiveEvent<N>) => void;

/** The reducers of a feature: one for each of its events. */
export type LiveReducers<G extends EventGroup> = {
  [N in keyof EventGroups[G] & EventName]: LiveReducer<N>;
};
