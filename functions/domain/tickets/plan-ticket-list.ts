import { TICKET_STATUSES, type TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import {
  mayShowAll,
  type TicketFacts,
  type TicketListFilter,
  type Viewer,
} from '@prosa/shared/rules/ticket-visibility.ts';

/**
 * A run of tickets ordered by last activity: the tickets of a status in a queue (0: without queue), of a user, or in
 * any queue. For the last kind, `share` is the fraction of the company's queues that the list needs.
 */
export type TicketPartition =
  | { by: 'queue'; status: TicketStatus; queueId: number }
  | { by: 'user'; status: TicketStatus; userId: number }
  | { by: 'status'; status: TicketStatus; share: number };

/** A run of tickets that is read only for pages: those of a column of the board, or all that lists show of a contact. */
export type TicketRun =
  | TicketPartition
  | { by: 'lane'; laneId: number }
  | { by: 'contact'; contactId: number };

/** Stands for the id of a queue in the partition of the tickets without one. */
export const NO_QUEUE = 0;

/** Returns the selected queues that exist, and 0 for tickets without queue if the viewer may see them. */
const selectedQueues = (
  filter: Pick<TicketListFilter, 'queueIds'>,
  viewer: Viewer,
  allQueueIds: readonly number[],
): number[] => {
  if (filter.queueIds === undefined) {
    const own = isAdmin(viewer) ? allQueueIds : allQueueIds.filter((id) => viewer.queueIds.includes(id));
    return viewer.allTicket || isAdmin(viewer) ? [...own, NO_QUEUE] : [...own];
  }
  const selected = new Set(filter.queueIds);
  const known = allQueueIds.filter((id) => selected.has(id));
  return viewer.allTicket ? [...known, NO_QUEUE] : known;
};

const shownQueues = (filter: TicketListFilter, viewer: Viewer, allQueueIds: readonly number[]): number[] => {
  if (!viewer.allHistoric || filter.queueIds !== undefined)
    return selectedQueues(filter, viewer, allQueueIds);
  return viewer.allTicket || isAdmin(viewer) ? [...allQueueIds, NO_QUEUE] : [...allQueueIds];
};

const byQueue = (status: TicketStatus, queueIds: readonly number[]): TicketPartition[] =>
  queueIds.map((queueId) => ({ by: 'queue', status, queueId }));

/** Maximum number of runs that are read in parallel. Each costs at least half a read unit, and a page costs ten. */
export const MAX_RUNS = 20;

/**
 * Returns the partitions of a ticket list. Every ticket that `matchesTicketList` accepts is in one of these runs; they
 * may contain other tickets, too. `planFilter` narrows them.
 * @param allQueueIds the company's queues
 */
export const planTicketList = (
  filter: TicketListFilter,
  viewer: Viewer,
  allQueueIds: readonly number[],
): TicketPartition[] => {
  const showAll = filter.showAll && mayShowAll(viewer);
  const own = (status: TicketStatus): TicketPartition[] => [{ by: 'user', status, userId: viewer.id }];
  switch (filter.status) {
    case 'open':
      return showAll ? byQueue('open', shownQueues(filter, viewer, allQueueIds)) : own('open');
    case 'pending': {
      if (!showAll) return byQueue('pending', selectedQueues(filter, viewer, allQueueIds));
      const shown = shownQueues(filter, viewer, allQueueIds);
      return [...byQueue('pending', shown), ...byQueue('lgpd', shown)];
    }
    case 'group': {
      if (!viewer.allowGroup) return [];
      const works = allQueueIds.filter((id) => viewer.queueIds.includes(id));
      const selected = filter.queueIds;
      return byQueue('group', [
        ...(selected === undefined ? works : works.filter((id) => selected.includes(id))),
        NO_QUEUE,
      ]);
    }
    case 'closed':
      return isAdmin(viewer) && !showAll
        ? own('closed')
        : byQueue('closed', selectedQueues(filter, viewer, allQueueIds));
    case 'lgpd':
    case 'nps':
      return byQueue(filter.status, selectedQueues(filter, viewer, allQueueIds));
  }
};

/**
 * Whether the keys for counts include a status by user. There are few waiting tickets, and counts only need open and
 * closed ones; see `Ticket`.
 */
export const isCountedByUser = (status: TicketStatus): boolean => status === 'open' || status === 'closed';

/** Returns the partitions of the notification bell's tickets. */
export const planUnreadTickets = (
  viewer: Viewer,
  showPending: boolean,
  allQueueIds: readonly number[],
): TicketPartition[] => [
  { by: 'user', status: 'open', userId: viewer.id },
  ...planTicketList({ status: 'group', showAll: false }, viewer, allQueueIds),
  ...(showPending ? planTicketList({ status: 'pending', showAll: false }, viewer, allQueueIds) : []),
];

/** Returns the partitions of the attendance panel. An attendant's own ticket in an own queue is in two of the runs. */
export const planWatchedTickets = (viewer: Viewer, allQueueIds: readonly number[]): TicketPartition[] => [
  ...(['open', 'pending'] as const).flatMap((status) =>
    byQueue(status, selectedQueues({}, viewer, allQueueIds)),
  ),
  ...(isAdmin(viewer)
    ? []
    : (['open', 'pending'] as const).map((status) => ({ by: 'user', status, userId: viewer.id }) as const)),
];

/**
 * Returns the partitions of the board's tickets: open and waiting ones, in whatever column. Only administrators and users
 * with `allUserChat` see open tickets of other users. A user's own ticket in an own queue is in two of the runs.
 */
export const planBoardTickets = (viewer: Viewer, allQueueIds: readonly number[]): TicketPartition[] => {
  const seesAll = isAdmin(viewer) || (viewer.allUserChat && viewer.allHistoric);
  const seen = seesAll ? allQueueIds : allQueueIds.filter((id) => viewer.queueIds.includes(id));
  const queues = [...seen, ...(seesAll || viewer.allTicket ? [NO_QUEUE] : [])];
  return [
    ...byQueue('pending', queues),
    ...(seesAll || viewer.allUserChat ? byQueue('open', queues) : []),
    ...(seesAll
      ? []
      : (['open', 'pending'] as const).map((status) => ({ by: 'user', status, userId: viewer.id }) as const)),
  ];
};

/**
 * Returns the partitions of a search without words. Open tickets of other users are included only for viewers who may
 * show all.
 */
export const planTicketBrowse = (
  { statuses, ...filter }: Omit<TicketListFilter, 'status'> & { statuses: readonly TicketStatus[] },
  viewer: Viewer,
  allQueueIds: readonly number[],
): TicketPartition[] =>
  statuses.flatMap((status): TicketPartition[] =>
    status === 'open' && !isAdmin(viewer)
      ? planTicketList({ ...filter, status }, viewer, allQueueIds)
      : byQueue(status, selectedQueues(filter, viewer, allQueueIds)),
  );

/**
 * Returns the partitions of the moments: the tickets of a user, or for administrators those of queues, all if none are
 * chosen. An administrator who sees no groups only gets the own ones.
 */
export const planMoments = (
  {
    statuses,
    queueIds,
    userId,
  }: {
    statuses: readonly TicketStatus[];
    queueIds: readonly number[] | undefined;
    userId: number | undefined;
  },
  viewer: Viewer,
  allQueueIds: readonly number[],
): TicketPartition[] => {
  const seesGroups = viewer.allowGroup || viewer.super;
  const queues =
    queueIds === undefined ? [...allQueueIds, NO_QUEUE] : allQueueIds.filter((id) => queueIds.includes(id));
  return statuses.flatMap((status): TicketPartition[] => {
    if (userId !== undefined) return [{ by: 'user', status, userId }];
    return status === 'group' && !seesGroups
      ? [{ by: 'user', status, userId: viewer.id }]
      : byQueue(status, queues);
  });
};

/** Returns a function that tells whether a ticket is in one of the runs of queues and users. */
export const isInPlan = (
  partitions: readonly TicketPartition[],
): ((ticket: Pick<TicketFacts, 'status' | 'queueId' | 'userId'>) => boolean) => {
  const ofQueues = new Set(
    partitions.flatMap((run) => (run.by === 'queue' ? [`${run.status} ${run.queueId}`] : [])),
  );
  const ofUsers = new Set(
    partitions.flatMap((run) => (run.by === 'user' ? [`${run.status} ${run.userId}`] : [])),
  );
  return ({ status, queueId, userId }) =>
    ofQueues.has(`${status} ${queueId ?? NO_QUEUE}`) || ofUsers.has(`${status} ${userId}`);
};

/**
 * Reduces the number of runs for the same tickets: if half of the company's queues are needed, or there are too many
 * runs, one run of all queues replaces the runs of a status's queues. That run contains other tickets, too, which the
 * list's filter removes.
 */
export const condenseRuns = <R extends TicketRun>(
  partitions: readonly R[],
  queueCount: number,
): (R | TicketPartition)[] => {
  const queueStatusOf = (run: TicketRun) =>
    run.by === 'queue' && run.queueId !== NO_QUEUE ? run.status : undefined;
  const tooMany = partitions.length > MAX_RUNS;
  const condensed = new Map<TicketStatus, TicketPartition>();
  for (const status of TICKET_STATUSES) {
    const count = partitions.filter((run) => queueStatusOf(run) === status).length;
    if (count > 1 && (tooMany || count * 2 >= queueCount))
      condensed.set(status, { by: 'status', status, share: Math.min(1, count / queueCount) });
  }
  return [
    ...condensed.values(),
    ...partitions.filter((run) => {
      const status = queueStatusOf(run);
      return status === undefined || !condensed.has(status);
    }),
  ];
};
