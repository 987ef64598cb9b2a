import type { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { MESSAGES_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { SEND_WAIT_MS } from '@prosa/shared/rules/send-failure.ts';
import { canSeeHistory, isUnopened } from '@prosa/shared/rules/ticket-visibility.ts';
import { channelOf, takesCommands } from '../../channels/channels.ts';
import { commitDecision, committedTicket, decideOn } from '../../conversations/act.ts';
import { asAttendant } from '../../conversations/actor.ts';
import { MESSAGES_EXAMINED_MAX, viewMessages } from '../../conversations/message-access.ts';
import { emptyScene } from '../../conversations/scene.ts';
import { requireTicketByUuid, tableOf, viewTicket } from '../../conversations/ticket-access.ts';
import { parseMessageId } from '../../domain/message-id.ts';
import { recipientOf } from '../../domain/messages/outbound-content.ts';
import { isDriven } from '../../domain/tickets/automation.ts';
import { type Moment, mergeTurns, type OutsideCall } from '../../domain/turns/turn.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { type Paging, pagingOf } from '../../platform/http/paging.ts';
import { errorFields, log } from '../../platform/log.ts';
import { WriteConflict } from '../../platform/table/commit.ts';
import { Message } from '../../platform/table/entities/messages.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Page } from '../../platform/table/table.ts';
import type { MessageRow } from '../../repositories/tickets/messages.ts';
import { loadTicket, type TicketRow } from '../../repositories/tickets/tickets.ts';

type Context = HandlerContext<typeof messageRoutes.list>;

const MARK_READ_ATTEMPTS = 3;
/** A read command names this many messages at most, and a group's page this many writers. */
const MAX_READ_IDS = 100;
const MAX_READ_COMMANDS = 10;

/** Reading clears the count for whom it concerns: the attendant of the ticket, or anyone in a group. */
const isReader = (ticket: TicketRow, principal: UserPrincipal): boolean =>
  ticket.status === 'group' || (ticket.status === 'open' && ticket.userId === principal.userId);

const hasNews = (ticket: TicketRow, principal: UserPrincipal): boolean =>
  isUnopened(ticket) && (ticket.unreadMessages > 0 || ticket.userId === principal.userId);

/** Tells the provider that the unread messages of a page were read: one command, or one for each writer of a group. */
const readCalls = (
  principal: UserPrincipal,
  ticket: TicketRow,
  page: readonly MessageRow[],
  { nowMs }: Moment,
): OutsideCall[] => {
  const { connectionId } = ticket;
  const channel = channelOf(ticket);
  if (connectionId === null || isDriven(ticket) || !channel.capabilities.readReceipts) return [];
  const connection = principal.directory.connections.get(connectionId);
  if (connection === undefined || !takesCommands(connection)) return [];
  const unread = page.filter((row) => !row.fromMe).slice(0, ticket.unreadMessages);
  const to = recipientOf(ticket);
  if (to.length === 0) return [];
  const byWriter = new Map<string, { participant: Identity | undefined; ids: string[] }>();
  for (const { participant, providerMessageId } of unread) {
    if (providerMessageId === null) continue;
    const writer = participant?.identity;
    const key = writer === undefined ? '' : `${writer.kind}:${writer.value}`;
    const entry = byWriter.get(key) ?? { participant: writer, ids: [] };
    if (entry.ids.length < MAX_READ_IDS) entry.ids.push(providerMessageId);
    byWriter.set(key, entry);
  }
  return [...byWriter.values()].slice(0, MAX_READ_COMMANDS).map(({ participant, ids }) =>
    channel.call(
      {
        v: 1,
        type: 'read',
        companyId: ticket.companyId,
        connectionId,
        to,
        providerMessageIds: ids,
        waitsUntil: nowMs + SEND_WAIT_MS,
        ...(participant === undefined ? {} : { participant }),
      },
      ticket.contactId,
    ),
  );
};

/** Clears the unread count, and the mark of a transfer for whom it is; messages that arrive meanwhile keep theirs. Reading never fails because of it. */
const markRead = async (
  principal: UserPrincipal,
  ticket: TicketRow,
  page: readonly MessageRow[],
  moment: Moment,
): Promise<TicketRow> => {
  const scene = emptyScene(asAttendant(principal));
  let current = ticket;
  for (let attempt = 1; attempt <= MARK_READ_ATTEMPTS; attempt++) {
    const arrived = Math.max(0, current.unreadMessages - ticket.unreadMessages);
    const isAttendant = current.userId === principal.userId;
    const transferredById = isAttendant ? null : current.transferredById;
    const read = { ...current, unreadMessages: arrived, transferredById };
    try {
      const decision = await decideOn({ ...scene, ticket: current }, moment, ({ ticket: before }) =>
        mergeTurns({
          tickets: [{ before, after: read }],
          calls: readCalls(principal, ticket, page, moment),
        }),
      );
      return committedTicket(await commitDecision(decision));
    } catch (error) {
      if (!(error instanceof WriteConflict)) {
        log.warn('marking read failed', { ticketId: ticket.id, ...errorFields(error) });
        return ticket;
      }
      const reloaded = await loadTicket(scene.table, ticket.id);
      if (reloaded === undefined || !isUnopened(reloaded) || !isReader(reloaded, principal)) {
        return reloaded ?? ticket;
      }
      current = reloaded;
    }
  }
  return current;
};

/** A page of a history, and whether more lies on its either side. */
interface HistoryPage {
  /** Oldest first. */
  rows: MessageRow[];
  /** Where older ones go on. */
  older: string | undefined;
  hasNewer: boolean;
}

/** Sorts behind every sort key that begins like it. */
const UP_TO_AND_WITH = '~';
/** Of a page around a message, this many came after it. */
const NEWER_AROUND = 8;

/** The sort key of a message that a caller names, in this history. */
const placeIn = (ticket: TicketRow, messageId: string): string => {
  const place = parseMessageId(messageId);
  if (place?.contactId !== ticket.contactId || place.connectionId !== ticket.connectionId)
    throw new AppError('ERR_NO_MESSAGE_FOUND');
  return place.sortKey;
};

const readPage = async (
  { principal, query }: Pick<Context, 'principal' | 'query'>,
  ticket: TicketRow,
  paging: Paging,
): Promise<HistoryPage> => {
  const { contactId, connectionId } = ticket;
  const selected = query.selectedQueues;
  const isSelected = (message: MessageRow): boolean =>
    selected === undefined ||
    message.ticketId === ticket.id ||
    message.queueId === null ||
    selected.includes(message.queueId);
  const read = (
    order: 'asc' | 'desc',
    limit: number,
    after: string | undefined,
  ): Promise<Page<MessageRow>> =>
    connectionId === null
      ? Promise.resolve({ rows: [] })
      : tableOf(principal).query(Message, {
          pk: keys.message({ contactId, connectionId, sortKey: '' }).pk,
          order,
          limit,
          lookAhead: true,
          maxExamined: MESSAGES_EXAMINED_MAX,
          consistent: true,
          filter: (message) => canSeeHistory(message, ticket, principal.viewer) && isSelected(message),
          ...(after === undefined ? {} : { after }),
        });
  if (query.newerThan !== undefined) {
    const from = placeIn(ticket, query.newerThan);
    const { rows, next } = await read('asc', MESSAGES_PER_PAGE, from);
    const [oldest] = rows;
    const older = oldest === undefined ? `${from}${UP_TO_AND_WITH}` : oldest.sortKey;
    return { rows, older, hasNewer: next !== undefined };
  }
  if (query.around !== undefined) {
    const at = placeIn(ticket, query.around);
    const [older, newer] = await Promise.all([
      read('desc', MESSAGES_PER_PAGE - NEWER_AROUND, `${at}${UP_TO_AND_WITH}`),
      read('asc', NEWER_AROUND, at),
    ]);
    return {
      rows: [...older.rows.toReversed(), ...newer.rows],
      older: older.next,
      hasNewer: newer.next !== undefined,
    };
  }
  const { rows, next } = await paging.read((after) => read('desc', MESSAGES_PER_PAGE, after));
  return { rows: rows.toReversed(), older: next, hasNewer: !paging.isFirst };
};

/**
 * Two consistent reads, one after the other: the ticket (1 read unit), and a page of its contact's messages on its
 * connection (3 or 4; one more around a message). Where the first page holds unread messages of the reader, one write
 * follows.
 */
export const listMessages = async ({ principal, params, query, ids, clock }: Context) => {
  const [paging, ticket] = await Promise.all([
    pagingOf(principal, 'messages', [params.ticketUuid.toLowerCase(), query.selectedQueues ?? null], query),
    requireTicketByUuid(principal, params.ticketUuid),
  ]);
  const page = await readPage({ principal, query }, ticket, paging);
  const nowMs = clock.now();
  const isNewest = paging.isFirst && !page.hasNewer;
  const shown =
    query.markRead && isNewest && hasNews(ticket, principal) && isReader(ticket, principal)
      ? await markRead(principal, ticket, page.rows.toReversed(), { ids, nowMs })
      : ticket;
  return {
    messages: await viewMessages(principal, ticket, page.rows, nowMs),
    count: page.rows.length,
    hasMore: page.older !== undefined,
    cursor: paging.seal(page.older),
    hasNewer: page.hasNewer,
    ticket: viewTicket(shown, principal),
  };
};
