import * as z from 'zod';
import { LANES_MAX } from '../rules/list-sizes.ts';
import {
  booleanQuery,
  FILTER_FORM,
  filterInput,
  idInput,
  listInput,
  pageQuery,
  searchInput,
} from './fields.ts';
import { route } from './route.ts';
import { tagViewSchema } from './tags.ts';
import { ticketViewSchema } from './tickets.ts';

/** Tickets of a column per page: a tenth of two thousand cards in twenty columns, in the columns that are on screen. */
export const CARDS_PER_PAGE = 10;
/** Tickets of all columns together, for clients that load the board in one call. */
export const BOARD_TICKETS_MAX = 400;
/**
 * Up to this many tickets of the board are counted exactly: 24 read units. If the filter asks for more than their index
 * entries know, as many are read, and up to {@link BOARD_TICKETS_MAX} tickets that match are counted.
 */
export const BOARD_TICKETS_COUNTED = 2_000;

/** `YYYY-MM-DD` in the company's time zone; '' for no limit. Both days belong to the range. */
const dayInput = z.union([z.iso.date(), z.literal('')]).default('');

/** Narrow the board: the tickets that were created from one day to another, of some queues, attendants, connections. */
const boardFilters = {
  queueIds: listInput(idInput).optional(),
  users: listInput(idInput).optional(),
  whatsappIds: listInput(idInput).optional(),
  startDate: dayInput,
  endDate: dayInput,
  filter: filterInput.optional().describe(FILTER_FORM),
};

const board = {
  permission: 'authenticated',
  plan: 'useKanban',
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'standard',
} as const;

export const laneViewSchema = tagViewSchema.extend({
  /** Open and waiting tickets in the column that the caller may see and that pass the filters. */
  ticketsCount: z.int().nonnegative(),
});
export type LaneView = z.infer<typeof laneViewSchema>;

export const kanbanRoutes = {
  lanes: route({
    id: 'kanban.lanes',
    method: 'GET',
    path: '/tag/kanban',
    query: z.strictObject(boardFilters),
    response: z.object({
      lista: z.array(laneViewSchema),
      /** Whether there are more tickets than were counted, so that every count may be higher. */
      more: z.boolean(),
    }),
    errors: ['ERR_VALIDATION', 'ERR_PLAN_FEATURE'],
    ...board,
    summary: `The columns of the board in the order of their creation, at most ${LANES_MAX}, each with the number of its tickets; up to ${BOARD_TICKETS_COUNTED} tickets are counted`,
  }),
  tickets: route({
    id: 'kanban.tickets',
    method: 'GET',
    path: '/ticket/kanban',
    query: z.strictObject({
      ...boardFilters,
      cursor: pageQuery.cursor,
      searchParam: searchInput,
      withUnreadMessages: booleanQuery.default(false),
      /** One column; 0: the tickets without one. Without it: the newest of all columns. */
      laneId: z.union([idInput, z.literal(['0', 0]).transform(() => 0)]).optional(),
    }),
    response: z.object({
      tickets: z.array(ticketViewSchema),
      /** Count of this page. */
      count: z.int(),
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
    }),
    errors: ['ERR_VALIDATION', 'ERR_PLAN_FEATURE', 'ERR_NO_TAG_FOUND', 'ERR_CURSOR_INVALID'],
    ...board,
    summary: `Open and waiting tickets of the board that the caller may see, the latest activity first: ${CARDS_PER_PAGE} of a column per page, or without one up to ${BOARD_TICKETS_MAX}`,
  }),
} as const;
