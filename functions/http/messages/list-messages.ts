import type { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { MESSAGES_PER_PAGE, MESSAGES_TO_UNREAD_MAX } from '@prosa/shared/rules/list-sizes.ts';
import { canSeeHistory } from '@prosa/shared/rules/ticket-visibility.ts';
import { MESSAGES_EXAMINED_MAX, viewMessages } from '../../conversations/message-access.ts';
import { requireTicketBy, tableOf, viewTicket } from '../../conversations/ticket-access.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { type Paging, pagingOf } from '../../platform/http/paging.ts';
import { Message } from '../../platform/table/entities/messages.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Page } from '../../platform/table/table.ts';
import type { MessageRow } from '../../repositories/tickets/messages.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';
import { isToBeRead, markRead } from './mark-read.ts';
import { placeIn } from './place-in.ts';

type Context = HandlerContext<typeof messageRoutes.list>;

/** A page of a history, and whether there are older and newer messages. */
interface HistoryPage {
  /** Oldest first. */
  rows: MessageRow[];
  /** Cursor to the older messages. */
  older: string | undefined;
  hasNewer: boolean;
}

/** Sorts after every sort key that starts with the text before it. */
const UP_TO_AND_WITH = '~';
/** Number of newer messages in a page around a given message. */
const NEWER_AROUND = 8;
/** Number of read messages above the unread line, so that the page does not start with the line. */
const BEFORE_UNREAD = 5;

/** Returns the size of the first page: with `untilUnread`, large enough for all unread messages up to the maximum. */
const firstPageSize = ({ unreadMessages }: TicketRow, untilUnread: boolean): number =>
  untilUnread && unreadMessages <= MESSAGES_TO_UNREAD_MAX
    ? Math.max(MESSAGES_PER_PAGE, unreadMessages + BEFORE_UNREAD)
    : MESSAGES_PER_PAGE;

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
  const { rows, next } = await paging.read((after) =>
    read('desc', after === undefined ? firstPageSize(ticket, query.untilUnread) : MESSAGES_PER_PAGE, after),
  );
  return { rows: rows.toReversed(), older: next, hasNewer: !paging.isFirst };
};

/**
 * Lists a page of a ticket's history. Costs two consistent reads, one after the other: the ticket (1 read unit), and a
 * page of its contact's messages on its connection (3 or 4; one more around a message; up to 17 with all unread
 * messages). One write follows if the first page contains messages that this reader has not read.
 */
export const listMessages = async ({ principal, params, query, ids, clock }: Context) => {
  const [paging, ticket] = await Promise.all([
    pagingOf(
      principal,
      'messages',
      [String(params.ticketUuid).toLowerCase(), query.selectedQueues ?? null],
      query,
    ),
    requireTicketBy(principal, params.ticketUuid),
  ]);
  const page = await readPage({ principal, query }, ticket, paging);
  const nowMs = clock.now();
  const isNewest = paging.isFirst && !page.hasNewer;
  const shown =
    query.markRead && isNewest && isToBeRead(ticket, principal)
      ? await markRead(principal, ticket, { rows: page.rows.toReversed(), newer: 0 }, { ids, nowMs })
      : ticket;
  return {
    messages: await viewMessages(principal, ticket, page.rows, nowMs),
    count: page.rows.length,
    hasMore: page.older !== undefined,
    cursor: paging.seal(page.older),
    hasNewer: page.hasNewer,
    ticket: await viewTicket(shown, principal),
  };
};
