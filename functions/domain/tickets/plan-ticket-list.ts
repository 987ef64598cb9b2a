import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { mayShowAll, type TicketListFilter, type Viewer } from '@prosa/shared/rules/ticket-visibility.ts';

/**
 * A run of tickets by their last activity: those of a status in a queue (0: in none), with a user, or in any queue.
 * `share` is the part of the company's queues that is wanted of the latter.
 */
export type TicketPartition =
  | { by: 'queue'; status: TicketStatus; queueId: number }
  | { by: 'user'; status: TicketStatus; userId: number }
  | { by: 'status'; status: TicketStatus; share: number };

const NO_QUEUE = 0;

const isAdmin = (viewer: Viewer): boolean => viewer.profile === 'admin' || viewer.super;

/** Selected queues that exist, and the queue-less where the viewer sees them. */
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

/** Runs read side by side at most: each costs half a read unit at least, and a page ten. */
export const MAX_RUNS = 20;

const runsOfTab = (
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

/** What is kept by user: little waits, and counts know of what is attended or ended alone; see `Ticket`. */
const isKeptByUser = (status: TicketStatus): boolean => status === 'open' || status === 'closed';

/**
 * Where the tickets of a list are: every ticket that `matchesTicketList` accepts, and that one of `users` has where some are
 * named, is in one of these runs, which may hold others beside. What some users attend or ended is read by user for
 * administrators, who alone are heeded when they name them.
 * @param allQueueIds the company's queues
 */
export const planTicketList = (
  { users = [], ...filter }: TicketListFilter & { users?: readonly number[] },
  viewer: Viewer,
  allQueueIds: readonly number[],
): TicketPartition[] => {
  const runs = runsOfTab(filter, viewer, allQueueIds);
  const named = new Set(users);
  const isOwn = runs.every(({ by }) => by === 'user');
  const isByUser = isKeptByUser(filter.status) && isAdmin(viewer) && !isOwn;
  if (!isByUser || named.size === 0 || named.size > MAX_RUNS) return runs;
  return [...named].map((userId) => ({ by: 'user', status: filter.status, userId }));
};

/** Where the tickets of the notification bell are. */
export const planUnreadTickets = (
  viewer: Viewer,
  showPending: boolean,
  allQueueIds: readonly number[],
): TicketPartition[] => [
  { by: 'user', status: 'open', userId: viewer.id },
  ...planTicketList({ status: 'group', showAll: false }, viewer, allQueueIds),
  ...(showPending ? planTicketList({ status: 'pending', showAll: false }, viewer, allQueueIds) : []),
];

/** Where the tickets of the attendance panel are; an attendant's own one in an own queue is in two of the runs. */
export const planWatchedTickets = (viewer: Viewer, allQueueIds: readonly number[]): TicketPartition[] => [
  ...(['open', 'pending'] as const).flatMap((status) =>
    byQueue(status, selectedQueues({}, viewer, allQueueIds)),
  ),
  ...(isAdmin(viewer) ? [] : [{ by: 'user', status: 'open', userId: viewer.id } as const]),
];

/** Where the tickets of a search without words are. Open tickets of others are there only for who may show all. */
export const planTicketBrowse = (
  filter: Omit<TicketListFilter, 'status'> & {
    statuses: readonly TicketStatus[];
    users: readonly number[];
  },
  viewer: Viewer,
  allQueueIds: readonly number[],
): TicketPartition[] =>
  filter.statuses.flatMap((status): TicketPartition[] => {
    if (isAdmin(viewer) && filter.users.length > 0) {
      return filter.users.map((userId) => ({ by: 'user', status, userId }));
    }
    if (status === 'open' && !isAdmin(viewer))
      return planTicketList({ ...filter, status }, viewer, allQueueIds);
    return byQueue(status, selectedQueues(filter, viewer, allQueueIds));
  });

/**
 * The same tickets in fewer runs: where half of the company's queues are wanted, or the runs are too many, one run of
 * all queues takes the place of a status's queues. It holds others beside, which the list's filter keeps out.
 */
export const condenseRuns = (
  partitions: readonly TicketPartition[],
  queueCount: number,
): TicketPartition[] => {
  const isQueued = (run: TicketPartition) => run.by === 'queue' && run.queueId !== NO_QUEUE;
  const tooMany = partitions.length > MAX_RUNS;
  const condensed = new Map<TicketStatus, TicketPartition>();
  for (const status of new Set(partitions.map((run) => run.status))) {
    const count = partitions.filter((run) => run.status === status && isQueued(run)).length;
    if (count > 1 && (tooMany || count * 2 >= queueCount))
      condensed.set(status, { by: 'status', status, share: Math.min(1, count / queueCount) });
  }
  return [
    ...condensed.values(),
    ...partitions.filter((run) => !(isQueued(run) && condensed.has(run.status))),
  ];
};
