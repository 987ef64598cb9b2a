import {
  type FoundMessage,
  TICKETS_PER_SEARCH_PAGE,
  type ticketRoutes,
} from '@prosa/shared/contracts/tickets.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import * as z from 'zod';
import { parseMessageId } from '../../domain/message-id.ts';
import { foundText } from '../../domain/search/found-text.ts';
import { type ParsedSearch, parseSearch } from '../../domain/search/parse-search.ts';
import { matchesTicketSearch, type TicketSearchFilter } from '../../domain/tickets/matches-ticket-search.ts';
import type { MergedPage } from '../../domain/tickets/merge-runs.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { Message, MessageToken } from '../../platform/table/entities/messages.ts';
import { Ticket } from '../../platform/table/entities/tickets.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow, type Table } from '../../platform/table/table.ts';
import { readContactTokens } from '../../repositories/contact-search.ts';
import type { TicketRow } from '../../repositories/tickets.ts';
import { tableOf } from './ticket-access.ts';

type Query = HandlerContext<typeof ticketRoutes.list>['query'];

/** Where both halves of a search stand: behind a key, or (null) at their end. */
const positionSchema = z.object({ contacts: z.string().nullable(), messages: z.string().nullable() });
type Position = z.infer<typeof positionSchema>;

/** Messages are in the index by whole words of three letters or more. */
const MIN_MESSAGE_WORD_CHARS = 3;
/** Found messages are read, for their text, so fewer of them fit into ten read units. */
const MESSAGES_PER_PAGE = 6;

interface Found {
  ticketIds: number[];
  next: string | null;
}

const findByContact = async (
  table: Table,
  search: ParsedSearch,
  after: string | null | undefined,
  limit: number,
): Promise<Found> => {
  if (after === null) return { ticketIds: [], next: null };
  const page = await readContactTokens(table, search, {
    after,
    limit,
    filter: (token) => token.tickets.length > 0,
  });
  return {
    ticketIds: page.rows.flatMap((token) => token.tickets.map(({ ticketId }) => ticketId)),
    next: page.next ?? null,
  };
};

const findByMessage = async (
  table: Table,
  search: ParsedSearch,
  after: string | null | undefined,
  limit: number,
): Promise<Found & { messageIds: Map<string, number> }> => {
  const messageIds = new Map<string, number>();
  if (after === null || search.lookUp.length < MIN_MESSAGE_WORD_CHARS)
    return { ticketIds: [], next: null, messageIds };
  const page = await table.query(MessageToken, {
    pk: keys.messageToken({ word: search.lookUp, messageId: '', sortKey: '' }).pk,
    order: 'desc',
    ...(after === undefined ? {} : { after }),
    limit,
    maxExamined: limit,
  });
  for (const token of page.rows) messageIds.set(token.messageId, token.ticketId);
  return { ticketIds: page.rows.map(({ ticketId }) => ticketId), next: page.next ?? null, messageIds };
};

/** Tickets by id, and those of messages only where the whole text matches, with that text: one batch read. */
const readFound = async (
  table: Table,
  search: ParsedSearch,
  byContact: Found,
  byMessage: Found & { messageIds: Map<string, number> },
): Promise<{ tickets: TicketRow[]; found: FoundMessage[] }> => {
  const places = [...byMessage.messageIds.keys()].flatMap((id) => parseMessageId(id) ?? []);
  const ids = [...new Set([...byContact.ticketIds, ...byMessage.ticketIds])];
  const raw = await table.getRaw([
    ...ids.map((id) => table.keyOf(Ticket, { id })),
    ...places.map((place) => table.keyOf(Message, place)),
  ]);
  const texts = new Map(
    raw.slice(ids.length).flatMap((item) => {
      if (item === undefined) return [];
      const message = parseRow(Message, item);
      return [[message.id, message.body] as const];
    }),
  );
  const confirmed = new Set(byContact.ticketIds);
  const found = new Map<number, FoundMessage>();
  for (const [messageId, ticketId] of byMessage.messageIds) {
    const text = texts.get(messageId);
    if (text === undefined) continue;
    const plain = normalizeForSearch(text);
    if (!search.others.every((word) => plain.includes(word))) continue;
    confirmed.add(ticketId);
    if (!found.has(ticketId)) found.set(ticketId, { ticketId, messageId, text: foundText(text, search) });
  }
  const tickets = raw
    .slice(0, ids.length)
    .flatMap((item) => (item === undefined ? [] : [parseRow(Ticket, item)]))
    .filter((ticket) => confirmed.has(ticket.id));
  return { tickets, found: [...found.values()] };
};

/** What a search or a list is narrowed to. A day may come as an instant; anything else that is no day narrows nothing. */
export const filterOf = (query: Query, { directory }: UserPrincipal): TicketSearchFilter => ({
  showAll: query.showAll,
  queueIds: query.queueIds,
  statuses: [
    ...query.statusFilter,
    ...(query.status === undefined || query.status === 'search' ? [] : [query.status]),
  ],
  tags: query.tags,
  users: query.users,
  connections: query.whatsapps,
  unread: query.unread,
  activeOn: dayIn(query.updatedAt),
  createdOn: dayIn(query.date),
  timeZone: directory.company.timeZone,
});

const dayIn = (text = ''): string => /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? '';

/** One ticket per contact and connection: the newest. */
const newestOfConversation = (tickets: readonly TicketRow[]): TicketRow[] => {
  const newest = new Map<string, TicketRow>();
  for (const ticket of tickets) {
    const key = `${ticket.contactId}.${ticket.connectionId}`;
    const other = newest.get(key);
    if (other === undefined || other.id < ticket.id) newest.set(key, ticket);
  }
  return [...newest.values()];
};

const readPosition = (position: string | undefined): Partial<Position> =>
  position === undefined ? {} : positionSchema.parse(JSON.parse(position));

/**
 * Tickets whose contact's name or number has every word, and with `searchOnMessages` those with a message that has.
 * Two steps: tokens of both kinds at once, then the tickets they name in one batch. Within a page the latest activity
 * comes first; pages follow the index.
 */
export const searchTickets = async (
  principal: UserPrincipal,
  query: Query,
  position: string | undefined,
): Promise<MergedPage<TicketRow> & { found: FoundMessage[] }> => {
  const search = parseSearch(query.searchParam);
  if (search === undefined) return { rows: [], found: [] };
  const table = tableOf(principal);
  const after = readPosition(position);
  const onMessages = query.searchOnMessages;
  const perHalf = onMessages ? TICKETS_PER_SEARCH_PAGE / 2 : TICKETS_PER_SEARCH_PAGE;
  const [byContact, byMessage] = await Promise.all([
    findByContact(table, search, after.contacts, perHalf),
    onMessages
      ? findByMessage(table, search, after.messages, MESSAGES_PER_PAGE)
      : { ticketIds: [], next: null, messageIds: new Map<string, number>() },
  ]);
  const filter = filterOf(query, principal);
  const { tickets, found } = await readFound(table, search, byContact, byMessage);
  const rows = newestOfConversation(tickets)
    .filter((ticket) => matchesTicketSearch(ticket, filter, principal.viewer))
    .sort((a, b) => (a.activityAt < b.activityAt ? 1 : -1));
  const shown = new Set(rows.map(({ id }) => id));
  const next: Position = { contacts: byContact.next, messages: byMessage.next };
  return {
    rows,
    // What was found is told of tickets that are shown, of no other.
    found: found.filter(({ ticketId }) => shown.has(ticketId)),
    ...(next.contacts === null && next.messages === null ? {} : { next: JSON.stringify(next) }),
  };
};
