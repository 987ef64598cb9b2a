import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import type { EventName, LiveEvent } from '@prosa/shared/events/catalogue.ts';
import type { EventGroup, EventGroups } from '@prosa/shared/events/event-groups.ts';
import type { QueryClient } from '@tanstack/react-query';

export interface LiveContext {
  client: QueryClient;
  user: SessionUser;
}

/** Applies an event to the cache: a patch for frequent changes, a later refetch for others. Idempotent. */
export type LiveReducer<N extends EventName> = (context: LiveContext, event: LiveEvent<N>) => void;

/** The reducers of a feature, one for each of its events. */
export type LiveReducers<G extends EventGroup> = {
  [N in keyof EventGroups[G] & EventName]: LiveReducer<N>;
};
