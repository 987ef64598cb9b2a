import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { isBoardStatus } from '@prosa/shared/rules/kanban-board.ts';
import type { Viewer } from '@prosa/shared/rules/ticket-visibility.ts';
import type { FilterNeeds } from './filter-needs.ts';
import { isCountedByUser, MAX_RUNS, type TicketPartition, type TicketRun } from './plan-ticket-list.ts';

/** Contacts whose tickets are read one contact at a time: three or four read units for each. */
const CONTACTS_MAX = 5;
/** Columns that are read instead of queues. */
const LANES_MAX = 5;

/** Returns the ids of a need, if there are few enough; undefined if tickets without would be missing. */
const fewIds = (ids: ReadonlySet<number | null> | undefined, max: number): number[] | undefined => {
  if (ids === undefined || ids.size > max || ids.has(null)) return undefined;
  return [...ids].filter((id) => id !== null);
};

/** Whether a partition may hold a ticket with these needs. */
const mayHold = (partition: TicketPartition, { statuses, queueIds, userIds }: FilterNeeds): boolean => {
  if (statuses !== undefined && !statuses.has(partition.status)) return false;
  switch (partition.by) {
    case 'queue':
      return queueIds === undefined || queueIds.has(partition.queueId === 0 ? null : partition.queueId);
    case 'user':
      return userIds === undefined || userIds.has(partition.userId);
    case 'status':
      return true;
  }
};

/** Replaces the partitions of queues with those of users, unless there would be too many. */
const byUser = (
  partitions: readonly TicketPartition[],
  userIds: readonly number[],
  isByUser: (status: TicketStatus) => boolean,
): TicketPartition[] => {
  const isReplaced = ({ by, status }: TicketPartition) => by !== 'user' && isByUser(status);
  const statuses = new Set(partitions.filter(isReplaced).map(({ status }) => status));
  const narrowed: TicketPartition[] = [
    ...partitions.filter((partition) => !isReplaced(partition)),
    ...[...statuses].flatMap((status) => userIds.map((userId) => ({ by: 'user', status, userId }) as const)),
  ];
  return narrowed.length > MAX_RUNS ? [...partitions] : narrowed;
};

/** How the tickets of a filtered list are found. */
export interface FilteredPlan {
  /** The partitions to count. */
  partitions: TicketPartition[];
  /** The runs to read for a page: fewer rows than the partitions, if the filter names contacts, users or columns. */
  runs: TicketRun[];
}

/**
 * Narrows the partitions of a list to those that hold the tickets of a filter, by the most selective access path: a
 * contact's tickets, then those of users, then those of columns of the board, then those of queues. Every ticket of
 * the list that has the needs is in one of the runs; they may contain other tickets, too.
 *
 * Users are read only for administrators and for the viewer's own tickets, because other users' tickets are mostly
 * hidden from everyone else.
 * @param partitions the partitions of the list without the filter
 */
export const planFilter = (
  partitions: readonly TicketPartition[],
  needs: FilterNeeds,
  viewer: Viewer,
): FilteredPlan => {
  const held = partitions.filter((partition) => mayHold(partition, needs));
  if (held.length === 0) return { partitions: [], runs: [] };
  const users = fewIds(needs.userIds, MAX_RUNS);
  const isReadByUser = users !== undefined && (isAdmin(viewer) || users.every((id) => id === viewer.id));
  const counted = isReadByUser ? byUser(held, users, isCountedByUser) : held;
  const contacts = fewIds(needs.contactIds, CONTACTS_MAX);
  if (contacts !== undefined)
    return { partitions: counted, runs: contacts.map((contactId) => ({ by: 'contact', contactId })) };
  if (isReadByUser) return { partitions: counted, runs: byUser(held, users, () => true) };
  const lanes = fewIds(needs.laneIds, LANES_MAX);
  const isOfBoard = held.some(({ by }) => by !== 'user') && held.every(({ status }) => isBoardStatus(status));
  if (lanes !== undefined && isOfBoard)
    return { partitions: counted, runs: lanes.map((laneId) => ({ by: 'lane', laneId })) };
  return { partitions: counted, runs: held };
};
