import type { ServiceCall } from '@prosa/shared/entities/service-call.ts';

/** What the log shows of a call of any service. */
export type LoggedCall = Pick<ServiceCall, 'id' | 'at' | 'ticketId' | 'status' | 'failure' | 'durationMs'>;

/** Options of the query of a log, which is refetched while it is open, because no event announces a call. */
export const LOG_OPTIONS = { staleTime: 0, refetchInterval: 5000 };
