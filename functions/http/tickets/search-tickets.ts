import type { FoundMessage, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import type { Presentation } from '@prosa/shared/rules/hide-numbers.ts';
import { TICKETS_PER_SEARCH_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import * as z from 'zod';
import { presentationFor, tableOf } from '../../conversations/ticket-access.ts';
import { parseMessageId } from '../../domain/message-id.ts';
import { messageMask } from '../../domain/presenters/present-message.ts';
import { foundText } from '../../domain/search/found-text.ts';
import { type ParsedSearch, parseSearch, textMatches } from '../../domain/search/parse-search.ts';
import { matchesTicketSearch } from '../../domain/tickets/matches-ticket-search.ts';
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
/** Cursor of both halves of a search: a key to continue after, or null at the end of that half. */
const positionSchema = z.object({ contacts: z.string().nullable(), messages: z.string().nullable() });
type Position = z.infer<typeof positionSchema>;

/** The search index holds the whole words of messages, of three letters or more. */
const MIN_MESSAGE_WORD_CHARS = 3;
/**
 * Hits per half of a search in messages. The texts of the messages are read as well, so fewer hits fit into ten read
 * units.
 */
const HITS_PER_HALF = 5;
/** Hits per page once no contact is left to find: the other half's share of the read units goes to messages. */
const HITS_OF_MESSAGES = 9;
/** Tokens read in each further round, for a page that is not full yet. */
const TOKENS_PER_ROUND = 40;
/** Maximum of rounds for each half of a search: the budget of a page, see `searchTickets`. */
const MAX_ROUNDS = 5;

/** A token of the search index that matches. */
interface Hit {
  /** Position of the hit; a later page continues after it. */
  place: string;
  ticketIds: readonly number[];
  /** The message that contains the words; absent if the contact matches. */
  messageId?: string;
}
/** Reads the next matching tokens after a position. */
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
  /** Whether the caller may see the ticket and the ticket passes the filters. */
  isWanted: (ticket: TicketRow) => boolean;
  presentation: Presentation;
}

/** The tickets and messages of hits that the caller may see. */
interface Wanted {
  tickets: TicketRow[];
  found: FoundMessage[];
}

/**
 * Returns the wanted tickets of each hit in one batch read. A message counts if its text, as the caller may read it,
 * contains every word; the result includes the text around the words.
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
  /** Returns the text of a message, as the caller may read it, and its time, if it contains every word. */
  const textOf = (
    messageId: string,
    { contact }: TicketRow,
  ): Pick<FoundMessage, 'text' | 'createdAt'> | undefined => {
    const message = messages.get(messageId);
    if (message === undefined) return undefined;
    const body = messageMask(message, contact, presentation).body(message.body, message.mediaType);
    if (!textMatches(body, search)) return undefined;
    return { text: foundText(body, search), createdAt: message.sentAt };
  };
  return hits.map(({ ticketIds, messageId }): Wanted => {
    const seen = ticketIds.flatMap((id) => tickets.get(id) ?? []);
    if (messageId === undefined) return { tickets: seen, found: [] };
    const found = seen.flatMap((ticket) => {
      const text = textOf(messageId, ticket);
      return text === undefined ? [] : [{ ticketId: ticket.id, messageId, ...text }];
    });
    return { tickets: seen.filter(({ id }) => found.some(({ ticketId }) => ticketId === id)), found };
  });
};

const conversationOf = ({ contactId, connectionId }: TicketRow): string => `${contactId}.${connectionId}`;

/**
 * Reads one half of a search until `limit` hits have wanted tickets, and checks for one more. `next` is the position
 * of the last hit, null at the end, or the position reached if the budget ends first.
 * @param after null: this half already reached its end
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

/** Returns the newest ticket of each contact and connection. */
const newestOfConversation = (tickets: readonly TicketRow[]): TicketRow[] => {
  const newest = new Map<string, TicketRow>();
  for (const ticket of tickets) {
    const key = conversationOf(ticket);
    const other = newest.get(key);
    if (other === undefined || other.id < ticket.id) newest.set(key, ticket);
  }
  return [...newest.values()];
};

/** Returns found messages under the row of their conversation, because that row's ticket shows older tickets, too. */
const foundUnder = (rows: readonly TicketRow[], { tickets, found }: Wanted): FoundMessage[] => {
  const rowOf = new Map(rows.map((row) => [conversationOf(row), row.id]));
  const shownAs = new Map(tickets.map((ticket) => [ticket.id, rowOf.get(conversationOf(ticket))]));
  return found.map((message) => ({
    ...message,
    ticketId: shownAs.get(message.ticketId) ?? message.ticketId,
  }));
};

const readPosition = (position: string | undefined): Partial<Position> =>
  position === undefined ? {} : positionSchema.parse(JSON.parse(position));

/**
 * Searches tickets whose contact's name or number contains every word, and with `searchOnMessages` also tickets with
 * a message that does. Within a page the latest activity comes first; pages follow the order of the index.
 *
 * Hidden hits are skipped before a page is filled: page, `hasMore` and cursor depend only on what the caller may see
 * (S-21). Neither hits nor their absence reveal hidden numbers (S-58).
 *
 * Two calls if nothing is hidden, tokens and then tickets: ten read units. For some digits one more, see
 * `readContactTokens`. Otherwise up to five such rounds for each half: 170 hits, about 90 read units, and the same again
 * if messages are read. The budget is needed because visibility changes with every step of a ticket, and an index of it
 * would make each message too expensive.
 *
 * One leak remains: a page that is not full although there is more reveals that more than 160 hits in a row are
 * hidden, but not which or how many. The response time differs, too.
 * @param matches whether a ticket passes the filters
 */
export const searchTickets = async (
  principal: UserPrincipal,
  query: Query,
  matches: (ticket: TicketRow) => boolean,
  position: string | undefined,
): Promise<MergedPage<TicketRow> & { found: FoundMessage[] }> => {
  const search = parseSearch(query.searchParam);
  if (search === undefined) return { rows: [], found: [] };
  const searcher: Searcher = {
    table: tableOf(principal),
    search,
    isWanted: (ticket) => matchesTicketSearch(ticket, query, principal.viewer) && matches(ticket),
    presentation: presentationFor(principal),
  };
  const { table, presentation } = searcher;
  const after = readPosition(position);
  const perHalf = query.searchOnMessages ? HITS_PER_HALF : TICKETS_PER_SEARCH_PAGE;
  const ofMessages = after.contacts === null ? HITS_OF_MESSAGES : HITS_PER_HALF;
  const byContacts = findByContact(table, search, presentation.maskNumbers === true);
  const [byContact, byMessage] = await Promise.all([
    readHalf(searcher, byContacts, after.contacts, perHalf),
    readHalf(
      searcher,
      findByMessage(table, search),
      query.searchOnMessages ? after.messages : null,
      ofMessages,
    ),
  ]);
  const rows = newestOfConversation([...byContact.tickets, ...byMessage.tickets]).sort((a, b) =>
    a.activityAt === b.activityAt ? b.id - a.id : a.activityAt < b.activityAt ? 1 : -1,
  );
  const next: Position = { contacts: byContact.next, messages: byMessage.next };
  return {
    rows,
    found: foundUnder(rows, byMessage),
    ...(next.contacts === null && next.messages === null ? {} : { next: JSON.stringify(next) }),
  };
};
