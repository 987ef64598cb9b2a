import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import type { TICKET_CHANGES } from '@prosa/shared/webhooks/webhook-event.ts';
import { isUntouchedImport } from '../history/untouched-import.ts';
import type { Stored } from '../turns/turn.ts';
import { type Occurrence, type RowStates, stepsOf } from './occurrence.ts';
import { webhookTicket } from './present-subjects.ts';

type TicketRow = Stored<Ticket>;
type TicketField = (typeof TICKET_CHANGES)[number];

const tagIds = ({ tags }: TicketRow): string =>
  tags
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .join();

const DIFFERS: Record<TicketField, (from: TicketRow, to: TicketRow) => boolean> = {
  status: (from, to) => from.status !== to.status,
  queue: (from, to) => from.queueId !== to.queueId,
  user: (from, to) => from.userId !== to.userId,
  tags: (from, to) => tagIds(from) !== tagIds(to),
  lane: (from, to) => from.laneId !== to.laneId,
};
const FIELDS: readonly TicketField[] = ['status', 'queue', 'user', 'tags', 'lane'];

const occurrencesOf = (from: TicketRow | undefined, to: TicketRow | undefined): Occurrence[] => {
  // A ticket with imported messages causes no events until somebody works on it.
  if (to === undefined || isUntouchedImport(to)) return [];
  const { id, version, rowUpdatedAt: at } = to;
  const common = { subject: `t${id}`, row: `ticket.${id}`, version, at, ticketId: null };
  const isNew = from === undefined || isUntouchedImport(from);
  if (isNew) {
    // The button that closes all tickets of an import causes no events either.
    if (from !== undefined && to.status === 'closed') return [];
    return [
      { ...common, type: 'ticket.created', dataOf: ({ names }) => ({ ticket: webhookTicket(to, names) }) },
    ];
  }
  const occurrences: Occurrence[] = [];
  if (to.userRating !== null && to.userRating !== from.userRating)
    occurrences.push({
      ...common,
      type: 'ticket.rated',
      dataOf: ({ names }) => ({ ticket: webhookTicket(to, names) }),
    });
  const changed = FIELDS.filter((field) => DIFFERS[field](from, to));
  if (to.status === 'closed' && from.status !== 'closed')
    occurrences.push({
      ...common,
      type: 'ticket.closed',
      dataOf: ({ names }) => ({ ticket: webhookTicket(to, names) }),
    });
  else if (changed.length > 0)
    occurrences.push({
      ...common,
      type: 'ticket.changed',
      dataOf: ({ names }) => ({ ticket: webhookTicket(to, names), changed }),
    });
  return occurrences;
};

/**
 * Returns the events of a changed ticket: it was created, rated or closed, or its status, queue, attendant, tags or
 * column changed. New messages change none of them. None for tickets that only contain imported messages.
 */
export const ticketOccurrences = (change: RowStates<TicketRow>): Occurrence[] =>
  stepsOf(change).flatMap(([from, to]) => occurrencesOf(from, to));
