import { kanbanRoutes } from '@prosa/shared/contracts/kanban.ts';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { LiveContext } from '../../lib/live/live-reducers.ts';
import { findTicket, markRead, placeTicket, removeTicket, type TicketPages } from '../tickets/put-ticket.ts';
import type { TicketListener } from '../tickets/ticket-listeners.ts';
import { type LiveViewer, viewerOf } from '../tickets/viewer-of.ts';
import type { BoardQuery, LaneQuery } from './board-queries.ts';
import { belongsInLane, countedIn } from './on-board.ts';
import { recountLater, recountSoon } from './recount.ts';

type Lanes = ResponseOf<typeof kanbanRoutes.lanes>;
type CardQuery = LaneQuery & { laneId: number };

const isInput = <Q>(value: unknown): value is { query: Q } =>
  typeof value === 'object' && value !== null && 'query' in value;

interface CachedLane {
  key: QueryKey;
  query: CardQuery;
  data: TicketPages;
}

const cachedLanes = (client: QueryClient): CachedLane[] =>
  client
    .getQueriesData<TicketPages>({ queryKey: [kanbanRoutes.tickets.id] })
    .flatMap(([key, data]) =>
      data !== undefined && isInput<CardQuery>(key[1]) ? [{ key, query: key[1].query, data }] : [],
    );

const changeLanes = (client: QueryClient, change: (lane: CachedLane) => TicketPages): void => {
  for (const lane of cachedLanes(client)) {
    const next = change(lane);
    if (next !== lane.data) client.setQueryData(lane.key, next);
  }
};

/** Returns the columns after a ticket has left one and entered another; the same object if no count changed. */
const withCounts = (lanes: Lanes, from: number | undefined, to: number | undefined): Lanes => {
  const changeOf = (id: number): number => Number(id === to) - Number(id === from);
  if (!lanes.lista.some(({ id }) => changeOf(id) !== 0)) return lanes;
  return {
    ...lanes,
    lista: lanes.lista.map((lane) => ({
      ...lane,
      ticketsCount: Math.max(0, lane.ticketsCount + changeOf(lane.id)),
    })),
  };
};

/**
 * Corrects the counts of the columns.
 * @param after the ticket's new state; undefined if it is gone
 */
const changeCounts = (
  client: QueryClient,
  before: TicketView,
  after: TicketView | undefined,
  viewer: LiveViewer,
): void => {
  for (const [key, lanes] of client.getQueriesData<Lanes>({ queryKey: [kanbanRoutes.lanes.id] })) {
    if (lanes === undefined || !isInput<BoardQuery>(key[1])) continue;
    const { query } = key[1];
    const next = withCounts(lanes, countedIn(before, query, viewer), countedIn(after, query, viewer));
    if (next === lanes) continue;
    client.setQueryData(key, next);
    recountLater();
  }
};

/** Maximum of remembered states. Beyond it all are dropped, and the next event of each ticket triggers a recount. */
const REMEMBERED = 2_000;
/** The last received state of each ticket, by company and user, because columns are not loaded completely. */
const heard = new Map<string, TicketView>();
const keyOf = ({ companyId, id }: LiveContext['user'], ticketId: number): string =>
  `${companyId} ${id} ${ticketId}`;

/** Returns the newest known state of a ticket: in the cached columns, or of its last event. */
const knownTicket = ({ client, user }: LiveContext, id: number): TicketView | undefined => {
  const states = cachedLanes(client).flatMap(({ data }) => findTicket(data, id) ?? []);
  const last = heard.get(keyOf(user, id));
  return [...states, ...(last === undefined ? [] : [last])].toSorted((a, b) => a.version - b.version).at(-1);
};

/** Returns a ticket of the cached columns. */
export const cardById = (client: QueryClient, id: number): TicketView | undefined =>
  cachedLanes(client)
    .flatMap(({ data }) => findTicket(data, id) ?? [])
    .at(0);

/** Updates a ticket in every cached column, and the counts of the columns. Ignores a stale state. */
export const putOnBoard = (context: LiveContext, ticket: TicketView): void => {
  const { client, user } = context;
  const viewer = viewerOf(user);
  const before = knownTicket(context, ticket.id);
  if (before !== undefined && before.version > ticket.version) return;
  if (heard.size >= REMEMBERED) heard.clear();
  heard.set(keyOf(user, ticket.id), ticket);
  // Changes may have been missed between two versions that are not consecutive.
  if (before?.version === ticket.version - 1) changeCounts(client, before, ticket, viewer);
  else if (before?.version !== ticket.version) recountSoon();
  changeLanes(client, ({ query, data }) =>
    placeTicket(data, ticket, belongsInLane(ticket, query, viewer), false),
  );
};

/**
 * Updates a ticket that the user has moved. It stays visible in its new column even if all loaded tickets of the column
 * have a later activity; otherwise it would vanish into a page that is not loaded.
 */
export const putMoved = (context: LiveContext, ticket: TicketView): void => {
  putOnBoard(context, ticket);
  const viewer = viewerOf(context.user);
  changeLanes(context.client, ({ query, data }) => {
    const last = data.pages.at(-1);
    const isMissing =
      belongsInLane(ticket, query, viewer) === true && findTicket(data, ticket.id) === undefined;
    if (last === undefined || !isMissing || ticket.version < (knownTicket(context, ticket.id)?.version ?? 0))
      return data;
    return { ...data, pages: [...data.pages.slice(0, -1), { ...last, tickets: [...last.tickets, ticket] }] };
  });
};

/** Applies ticket events to the cached columns of the board. */
export const boardListener: TicketListener = {
  changed: putOnBoard,
  read: (context, id, version) => {
    const known = knownTicket(context, id);
    if (known !== undefined) putOnBoard(context, markRead(known, version));
  },
  gone: (context, id) => {
    const { client, user } = context;
    const known = knownTicket(context, id);
    heard.delete(keyOf(user, id));
    changeLanes(client, ({ data }) => removeTicket(data, id));
    if (known === undefined) recountSoon();
    else changeCounts(client, known, undefined, viewerOf(user));
  },
};
