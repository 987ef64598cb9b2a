import { type TicketView, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveContext } from '../../lib/live/live-reducers.ts';
import { belongs, isListInput } from './put-ticket.ts';
import type { TicketListQuery } from './ticket-list-query.ts';
import { type LiveViewer, viewerOf } from './viewer-of.ts';

/** Tickets whose last state is remembered; then all are forgotten, and the next event of each counts again. */
const REMEMBERED = 2_000;

/** The last state of each ticket that was heard of, by company and who is signed in: numbers are a company's own. */
const heard = new Map<string, TicketView>();
const keyOf = ({ companyId, id }: LiveContext['user'], ticketId: number): string =>
  `${companyId} ${id} ${ticketId}`;

/** Whether a ticket's new state may change how many tickets a list has. */
export const mayChangeCount = (
  before: TicketView | undefined,
  after: TicketView,
  query: TicketListQuery,
  viewer: LiveViewer,
): boolean =>
  // Between two versions that do not follow each other anything may have passed unheard.
  before?.version !== after.version - 1 || belongs(before, query, viewer) !== belongs(after, query, viewer);

/**
 * Counts again where a ticket's new state may have changed a count. Counts are never patched: the server counts no further
 * than 100, and one ticket does not tell which side of that a list is on. Most events, as each further message of a
 * conversation is, move no ticket into a list or out of one, and nobody counts for them.
 */
export const recountFor = ({ user }: LiveContext, ticket: TicketView): void => {
  const key = keyOf(user, ticket.id);
  const before = heard.get(key);
  if (before !== undefined && before.version >= ticket.version) return;
  if (heard.size >= REMEMBERED) heard.clear();
  heard.set(key, ticket);
  const viewer = viewerOf(user);
  invalidateSoon(
    ticketRoutes.count,
    (input) => !isListInput(input) || mayChangeCount(before, ticket, input.query ?? {}, viewer),
  );
};

/** Counts again after a ticket has been read, as of a version. */
export const recountRead = (context: LiveContext, ticketId: number, version: number): void => {
  const before = heard.get(keyOf(context.user, ticketId));
  if (before?.version === version - 1)
    recountFor(context, { ...before, unreadMessages: 0, transferredBy: null, version });
  else invalidateSoon(ticketRoutes.count);
};

/** Counts again after a ticket went out of sight. */
export const recountWithout = ({ user }: LiveContext, ticketId: number): void => {
  heard.delete(keyOf(user, ticketId));
  invalidateSoon(ticketRoutes.count);
};
