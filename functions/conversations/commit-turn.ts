import type {
  ContactAlias as ContactAliasFields,
  Contact as ContactFields,
} from '@prosa/shared/entities/contact.ts';
import type { Message as MessageFields } from '@prosa/shared/entities/message.ts';
import type { TicketLog as LogEntry, Ticket as TicketFields } from '@prosa/shared/entities/ticket.ts';
import type * as z from 'zod';
import { canonicalIdentities } from '../domain/contacts/canonical-identity.ts';
import { figureName } from '../domain/flows/flow-figures.ts';
import type { Change, FlowPassed, Moment, Removal, Stored, Turn } from '../domain/turns/turn.ts';
import { toInstant } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { outboxItems } from '../platform/queue/outbox-item.ts';
import { commit, type WriteItem } from '../platform/table/commit.ts';
import type { Entity } from '../platform/table/define-entity.ts';
import { Contact, ContactAlias } from '../platform/table/entities/contacts.ts';
import { AnswerCount, Conversation, Message, ProviderMessage } from '../platform/table/entities/messages.ts';
import {
  Attendance,
  ContactTicket,
  Ticket,
  TicketLog,
  TicketNote,
} from '../platform/table/entities/tickets.ts';
import type { Table } from '../platform/table/table.ts';
import { addToFlowItem } from '../platform/table/updates.ts';
import { clearTimerItem, setTimerItem } from '../platform/timers/set-timer.ts';
import type { TimerChange } from '../platform/timers/timer-kinds.ts';

/** Writes the whole row, guarded by the version that was read, or by its absence. */
const putChange = <S extends z.ZodObject, K>(
  table: Table,
  entity: Entity<S, K>,
  { before, after }: { before: { version: number; rowCreatedAt: string } | undefined; after: z.input<S> & K },
  nowMs: number,
): WriteItem =>
  before === undefined
    ? table.put(entity, after, 'absent', nowMs)
    : table.put(entity, { ...after, rowCreatedAt: before.rowCreatedAt }, before.version, nowMs);

const ticketItems = (table: Table, change: Change<TicketFields>, nowMs: number): WriteItem[] => {
  const { before, after } = change;
  if (after === before) return [table.check(Ticket, { id: after.id }, { status: after.status })];
  const { companyId, id: ticketId } = after;
  const contactId = after.contact.id;
  const held = before?.contact.id;
  return [
    putChange(table, Ticket, change, nowMs),
    // The contact's history has an entry for every ticket of the contact; the entry moves to the contact that it is
    // merged into.
    ...(held === contactId
      ? []
      : [table.put(ContactTicket, { companyId, contactId, ticketId }, 'absent', nowMs)]),
    ...(held === undefined || held === contactId
      ? []
      : [table.delete(ContactTicket, { contactId: held, ticketId })]),
  ];
};

/** Maps each identity to its contact. Merged contacts have none. */
const heldIdentities = (contacts: readonly ContactFields[]): Map<string, ContactAliasFields> =>
  new Map(
    contacts
      .filter(({ mergedInto }) => mergedInto === null)
      .flatMap(({ companyId, id: contactId, identities }) =>
        canonicalIdentities(identities).map((one) => [
          `${one.kind}:${one.value}`,
          { ...one, companyId, contactId },
        ]),
      ),
  );

/**
 * Returns the writes of contacts and of the markers of their added and removed identities. Fails on `ContactAlias` if
 * an identity belongs to another contact. An identity that moves between two of these contacts is guarded by the
 * versions of both.
 */
const contactItems = (
  table: Table,
  changes: readonly Change<ContactFields>[],
  nowMs: number,
): WriteItem[] => {
  const old = heldIdentities(changes.flatMap(({ before }) => before ?? []));
  const next = heldIdentities(changes.map(({ after }) => after));
  return [
    ...changes.map((change) =>
      change.after === change.before
        ? table.check(Contact, { id: change.before.id }, { version: change.before.version })
        : putChange(table, Contact, change, nowMs),
    ),
    ...[...old].filter(([key]) => !next.has(key)).map(([, held]) => table.delete(ContactAlias, held)),
    ...[...next]
      .filter(([key, { contactId }]) => old.get(key)?.contactId !== contactId)
      .map(([key, held]) => table.put(ContactAlias, held, old.has(key) ? 'any' : 'absent', nowMs)),
  ];
};

const removalItems = (table: Table, { entity, row }: Removal): WriteItem[] => {
  switch (entity) {
    case 'contact':
      return [
        table.delete(Contact, row, row.version),
        ...[...heldIdentities([row]).values()].map((held) => table.delete(ContactAlias, held)),
      ];
    case 'conversation':
      return [table.delete(Conversation, row, row.version)];
    case 'ticket':
      return [
        table.delete(Ticket, row, row.version),
        table.delete(ContactTicket, { contactId: row.contact.id, ticketId: row.id }),
      ];
    case 'ticketLog':
      return [table.delete(TicketLog, row, row.version)];
    case 'ticketNote':
      return [table.delete(TicketNote, row, row.version)];
    case 'ticketTracking':
      return [table.delete(Attendance, row, row.version)];
    case 'message':
      return [table.delete(Message, row, row.version)];
  }
};

const timerItem = (table: Table, timer: TimerChange, moment: Moment): WriteItem =>
  timer.dueAt === null ? clearTimerItem(table, timer) : setTimerItem(table, timer, moment);

const UTC_DAY_CHARS = 10;

/** Returns the writes that count what conversations came through in flows: one for each node at which a step began. */
const flowItems = (table: Table, passed: readonly FlowPassed[], { nowMs }: Moment): WriteItem[] => {
  const day = toInstant(nowMs).slice(0, UTC_DAY_CHARS);
  const rows = Map.groupBy(passed, ({ flowId, from }) => `${flowId}.${from}`);
  return [...rows.values()].flatMap((steps) => {
    const [first] = steps;
    const counts = new Map<string, number>();
    for (const { nodes, connections, left } of steps) {
      const names = [
        ...nodes.map((id) => figureName('n', id)),
        ...connections.map((id) => figureName('c', id)),
        ...(left === null ? [] : [figureName('l', left)]),
      ];
      for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    if (first === undefined || counts.size === 0) return [];
    return [addToFlowItem(table, { flowId: first.flowId, day, from: first.from }, counts, nowMs)];
  });
};

/** Returns the writes of log entries: one row for all of a ticket. */
const logItems = (table: Table, logs: readonly LogEntry[], nowMs: number): WriteItem[] =>
  [...Map.groupBy(logs, ({ ticketId }) => ticketId).values()].flatMap(([first, ...also]) =>
    first === undefined ? [] : [table.put(TicketLog, { ...first, also }, 'absent', nowMs)],
  );

/** Returns a turn as the writes of one transaction. */
export const turnItems = (table: Table, turn: Turn, moment: Moment): WriteItem[] => {
  const { nowMs } = moment;
  return [
    ...turn.tickets.flatMap((change) => ticketItems(table, change, nowMs)),
    ...turn.conversations.map((change) => putChange(table, Conversation, change, nowMs)),
    ...turn.attendances.map((change) => putChange(table, Attendance, change, nowMs)),
    ...logItems(table, turn.logs, nowMs),
    ...turn.messages.map((change) => putChange(table, Message, change, nowMs)),
    ...turn.removed.flatMap((removal) => removalItems(table, removal)),
    ...turn.markers.map((change) => putChange(table, ProviderMessage, change, nowMs)),
    ...turn.timers.map((timer) => timerItem(table, timer, moment)),
    ...outboxItems(table, turn.calls, moment),
    ...contactItems(table, turn.contacts, nowMs),
    ...turn.answerCounts.map((change) => putChange(table, AnswerCount, change, nowMs)),
    ...flowItems(table, turn.flowsPassed, moment),
  ];
};

const storedAfter = <T extends object>({ before, after }: Change<T>, nowMs: number): Stored<T> => {
  if (before !== undefined && before === after) return before;
  const now = toInstant(nowMs);
  return {
    ...after,
    version: (before?.version ?? 0) + 1,
    rowCreatedAt: before?.rowCreatedAt ?? now,
    rowUpdatedAt: now,
  };
};

/** The stored rows after a turn. */
export interface CommittedTurn {
  /** The last ticket of the turn; absent if the turn is about none. */
  ticket: Stored<TicketFields> | undefined;
  messages: Stored<MessageFields>[];
  contacts: Stored<ContactFields>[];
}

/**
 * Returns the contact of a committed turn.
 * @throws Error for a turn about no contact
 */
export const committedContact = ({ contacts: [contact] }: CommittedTurn): Stored<ContactFields> => {
  if (contact === undefined) throw new Error('a turn about no contact');
  return contact;
};

/**
 * Commits a turn as one transaction: all of it or nothing.
 * @param also other rows to write in the same transaction
 * @throws WriteConflict if a row that it was decided on has changed: load and decide again
 */
export const commitTurn = async (
  table: Table,
  turn: Turn,
  moment: Moment,
  also: readonly WriteItem[] = [],
): Promise<CommittedTurn> => {
  await commit([...turnItems(table, turn, moment), ...also]);
  for (const { ticketId, rule, by } of turn.silenced) {
    if (by === 'answer-limit')
      log.warn('too many automatic answers', { metric: 'automatic-answer-limit', ticketId, rule });
  }
  for (const { ticketId, flowId, from, stopped } of turn.flowsPassed) {
    if (stopped !== null)
      log.warn('a flow was stopped', {
        metric: 'flow-stopped',
        ticketId,
        flowId,
        node: from,
        reason: stopped,
      });
  }
  const last = turn.tickets.at(-1);
  return {
    ticket: last === undefined ? undefined : storedAfter(last, moment.nowMs),
    messages: turn.messages.map((change) => storedAfter(change, moment.nowMs)),
    contacts: turn.contacts.map((change) => storedAfter(change, moment.nowMs)),
  };
};

/**
 * Commits the turns of a changed contact one after the other, and returns the stored contact.
 * @param also other rows to write with the contact
 * @throws WriteConflict if a row that they were decided on has changed: load and decide again
 */
export const commitContactChange = async (
  table: Table,
  [first, ...later]: readonly [Turn, ...Turn[]],
  moment: Moment,
  also: readonly WriteItem[] = [],
): Promise<Stored<ContactFields>> => {
  const contact = committedContact(await commitTurn(table, first, moment, also));
  for (const turn of later) await commitTurn(table, turn, moment);
  return contact;
};
