import type { FoundMessage, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import type { Presentation } from '@prosa/shared/rules/hide-numbers.ts';
import { TICKETS_PER_SEARCH_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import * as z from 'zod';
import { presentationFor, tableOf } from '../../conversations/ticket-access.ts';
import { parseMessageId } from '../../domain/message-id.ts';
import { messageMask } from '../../domain/presenters/present-message.ts';
import { foundText } from '../../domain/search/found-text.ts';
import { type ParsedSearch, parseSearch, textMatches } from '../../domain/search/parse-search.ts';
import { matchesTicketSearch, type TicketSearchFilter } from '../../domain/tickets/matches-ticket-search.ts';
import type { MergedPage } from '../../domain/tickets/merge-runs.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { Message, MessageToken } from '../../platform/table/entities/messages.ts';
import { Ticket } from '../../platform/table/entities/tickets.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';
import { readContactTokens } from '../../repositories/contacts/contact-search.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';

type Query = HandlerContext<typeof ticketRoutes.list>['query'];
/** The filters of a list or a search. */
export type FilterQuery = Pick<
  Query,
  | 'status'
  | 'showAll'
  | 'queueIds'
  | 'tags'
  | 'users'
  | 'whatsapps'
  | 'statusFilter'
  | 'unread'
  | 'updatedAt'
  | 'date'
>;

/** Where both halves of a search stand: behind a key, or (null) at their end. */
const positionSchema = z.object({ contacts: z.string().nullable(), messages: z.string().nullable() });
type Position = z.infer<typeof positionSchema>;

/** Messages are in the index by whole words of three letters or more. */
const MIN_MESSAGE_WORD_CHARS = 3;
/** Of each half of a search in messages, whose texts are read as well: fewer fit into ten read units. */
const HITS_PER_HALF = 5;
/** Tokens looked at in a further round, for a page that is not full yet. */
const TOKENS_PER_ROUND = 40;
/** Rounds of each half of a search: the budget of a page, see `searchTickets`. */
const MAX_ROUNDS = 5;

/** A token of the index that a search met. */
interface Hit {
  /** Where it stands; what comes behind it continues from there. */
  place: string;
  ticketIds: readonly number[];
  /** The message that has the words; absent where it is the contact. */
  messageId?: string;
}
/** Looks the next tokens up, behind a place. */
type FindHits = (after: string | undefined, limit: number) => Promise<{ hits: Hit[]; next?: string }>;

const findByContact =
  (table: Table, search: ParsedSearch, hides: boolean): FindHits =>
  async (after, limit) => {
    const { rows, ...position } = await readContactTokens(table, search, {
      after,
      limit,
      hidesNumbers: hides,
      filter: (token) => token.tickets.length > 0,
    });
    const hits = rows.map((token) => ({
      place: keys.contactToken(token).sk,
      ticketIds: token.tickets.map(({ ticketId }) => ticketId),
    }));
    return { ...position, hits };
  };

const findByMessage =
  (table: Table, search: ParsedSearch): FindHits =>
  async (after, limit) => {
    if (search.lookUp.length < MIN_MESSAGE_WORD_CHARS) return { hits: [] };
    const { rows, ...position } = await table.query(MessageToken, {
      pk: keys.messageToken({ word: search.lookUp, messageId: '', sortKey: '' }).pk,
      order: 'desc',
      ...(after === undefined ? {} : { after }),
      limit,
      maxExamined: limit,
    });
    const hits = rows.map((token) => ({
      place: keys.messageToken(token).sk,
      ticketIds: [token.ticketId],
      messageId: token.messageId,
    }));
    return { ...position, hits };
  };

/** Decides which hits the caller may see. */
interface Searcher {
  table: Table;
  search: ParsedSearch;
  /** Of a ticket: the caller sees it, and it passes the filters. */
  isWanted: (ticket: TicketRow) => boolean;
  presentation: Presentation;
}

/** The tickets and messages of hits that the caller may see. */
interface Wanted {
  tickets: TicketRow[];
  found: FoundMessage[];
}

/**
 * The wanted tickets of each hit: one batch read. A message counts where its text, as the caller may read it, has every
 * word; around them it is told.
 */
const wantedOf = async (searcher: Searcher, hits: readonly Hit[]): Promise<Wanted[]> => {
  const { table, search, isWanted, presentation } = searcher;
  const ids = [...new Set(hits.flatMap(({ ticketIds }) => ticketIds))];
  const places = hits.flatMap(({ messageId }) => parseMessageId(messageId ?? '') ?? []);
  const raw = await table.getRaw([
    ...ids.map((id) => table.keyOf(Ticket, { id })),
    ...places.map((place) => table.keyOf(Message, place)),
  ]);
  const tickets = new Map(
    raw.slice(0, ids.length).flatMap((item) => {
      if (item === undefined) return [];
      const ticket = parseRow(Ticket, item);
      return isWanted(ticket) ? [[ticket.id, ticket] as const] : [];
    }),
  );
  const messages = new Map(
    raw.slice(ids.length).flatMap((item) => {
      if (item === undefined) return [];
      const message = parseRow(Message, item);
      return [[message.id, message] as const];
    }),
  );
  /** The text of a message, as the caller may read it, where it has every word. */
  const textOf = (messageId: string, { contact }: TicketRow): string | undefined => {
    const message = messages.get(messageId);
    if (message === undefined) return undefined;
    const body = messageMask(message, contact, presentation).body(message.body, message.mediaType);
    return textMatches(body, search) ? foundText(body, search) : undefined;
  };
  return hits.map(({ ticketIds, messageId }): Wanted => {
    const seen = ticketIds.flatMap((id) => tickets.get(id) ?? []);
    if (messageId === undefined) return { tickets: seen, found: [] };
    const found = seen.flatMap((ticket) => {
      const text = textOf(messageId, ticket);
      return text === undefined ? [] : [{ ticketId: ticket.id, messageId, text }];
    });
    return { tickets: seen.filter(({ id }) => found.some(({ ticketId }) => ticketId === id)), found };
  });
};

const conversationOf = ({ contactId, connectionId }: TicketRow): string => `${contactId}.${connectionId}`;

/**
 * Walks over one half of a search until `limit` hits have wanted tickets, and looks whether there is one more. `next` is
 * the last one's place, null at the end; where the budget ends first, the place that was come to.
 * @param after null: this half has come to its end before
 */
const readHalf = async (
  searcher: Searcher,
  find: FindHits,
  after: string | null | undefined,
  limit: number,
): Promise<Wanted & { next: string | null }> => {
  const tickets: TicketRow[] = [];
  const found: FoundMessage[] = [];
  if (after === null) return { tickets, found, next: null };
  let told = 0;
  let last: string | null = null;
  let position = after;
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const { hits, next } = await find(position, round === 1 ? limit + 1 : TOKENS_PER_ROUND);
    const wanted = await wantedOf(searcher, hits);
    for (const [index, { place }] of hits.entries()) {
      const hit = wanted[index];
      if (hit === undefined || hit.tickets.length === 0) continue;
      if (told === limit) return { tickets, found, next: last };
      told += 1;
      last = place;
      tickets.push(...hit.tickets);
      found.push(...hit.found);
    }
    if (next === undefined) return { tickets, found, next: null };
    position = next;
  }
  return { tickets, found, next: position ?? null };
};

/** Returns the filter of a search or a list. A day may be given as an instant; other values that are no day are ignored. */
export const filterOf = (query: FilterQuery, { directory }: UserPrincipal): TicketSearchFilter => ({
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

/** The day that a text begins with; '' where it is none. */
export const dayIn = (text = ''): string => /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? '';

/** One ticket per contact and connection: the newest. */
const newestOfConversation = (tickets: readonly TicketRow[]): TicketRow[] => {
  const newest = new Map<string, TicketRow>();
  for (const ticket of tickets) {
    const key = conversationOf(ticket);
    const other = newest.get(key);
    if (other === undefined || other.id < ticket.id) newest.set(key, ticket);
  }
  return [...newest.values()];
};

const readPosition = (position: string | undefined): Partial<Position> =>
  position === undefined ? {} : positionSchema.parse(JSON.parse(position));

/**
 * Tickets whose contact's name or number has every word, and with `searchOnMessages` those with a message that has.
 * Within a page the latest activity comes first; pages follow the index.
 *
 * What is hidden is passed over before a page is counted: page, `hasMore` and cursor follow from what the caller may see
 * (S-21), and of numbers that are hidden neither hits nor their absence tell anything (S-58). Two calls where nothing is
 * hidden, tokens and then tickets: ten read units. Else up to five such rounds for each half: 170 hits, some 90 read units, and
 * as many again where messages are read. Visibility changes with every step of a ticket, so no index could tell it at a
 * price that messages bear; a budget there must be. What remains is that a page which is not full although there is more
 * tells that more than 160 hits in a row are hidden: not which, nor how many. The time an answer takes differs, too.
 */
export const searchTickets = async (
  principal: UserPrincipal,
  query: Query,
  position: string | undefined,
): Promise<MergedPage<TicketRow> & { found: FoundMessage[] }> => {
  const search = parseSearch(query.searchParam);
  if (search === undefined) return { rows: [], found: [] };
  const filter = filterOf(query, principal);
  const searcher: Searcher = {
    table: tableOf(principal),
    search,
    isWanted: (ticket) => matchesTicketSearch(ticket, filter, principal.viewer),
    presentation: presentationFor(principal),
  };
  const { table, presentation } = searcher;
  const after = readPosition(position);
  const perHalf = query.searchOnMessages ? HITS_PER_HALF : TICKETS_PER_SEARCH_PAGE;
  const byContacts = findByContact(table, search, presentation.maskNumbers === true);
  const [byContact, byMessage] = await Promise.all([
    readHalf(searcher, byContacts, after.contacts, perHalf),
    readHalf(searcher, findByMessage(table, search), query.searchOnMessages ? after.messages : null, perHalf),
  ]);
  const rows = newestOfConversation([...byContact.tickets, ...byMessage.tickets]).sort((a, b) =>
    a.activityAt === b.activityAt ? b.id - a.id : a.activityAt < b.activityAt ? 1 : -1,
  );
  const newest = new Map<number, FoundMessage>();
  for (const message of byMessage.found)
    if (!newest.has(message.ticketId)) newest.set(message.ticketId, message);
  const next: Position = { contacts: byContact.next, messages: byMessage.next };
  return {
    rows,
    found: rows.flatMap(({ id }) => newest.get(id) ?? []),
    ...(next.contacts === null && next.messages === null ? {} : { next: JSON.stringify(next) }),
  };
};
