import { type TicketView, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveContext } from '../../lib/live/live-reducers.ts';
import { belongs, isListInput } from './put-ticket.ts';
import type { TicketListQuery } from './ticket-list-query.ts';
import { type LiveViewer, viewerOf } from './viewer-of.ts';

/**
 * Maximum of remembered ticket states. Beyond it all are dropped, and the next event of each ticket triggers a
 * recount.
 */
const REMEMBERED = 2_000;

/** The last received state of each ticket, by company and user, because ids are unique only within a company. */
const heard = new Map<string, TicketView>();
const keyOf = ({ companyId, id }: LiveContext['user'], ticketId: number): string =>
  `${companyId} ${id} ${ticketId}`;

/** Whether a ticket's new state may change a list's count. */
export const mayChangeCount = (
  before: TicketView | undefined,
  after: TicketView,
  query: TicketListQuery,
  viewer: LiveViewer,
): boolean =>
  // Events may have been missed between two versions that are not consecutive.
  before?.version !== after.version - 1 || belongs(before, query, viewer) !== belongs(after, query, viewer);

/**
 * Refetches counts that a ticket's new state may have changed. Counts are never patched, because the server counts
 * only up to 100 and a single ticket does not show on which side of that limit a list is. Most events, such as
 * another message, move no ticket into or out of a list and cause no recount.
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

/** Refetches counts after a ticket has been read, as of a version. */
export const recountRead = (context: LiveContext, ticketId: number, version: number): void => {
  const before = heard.get(keyOf(context.user, ticketId));
  if (before?.version === version - 1)
    recountFor(context, { ...before, unreadMessages: 0, transferredBy: null, version });
  else invalidateSoon(ticketRoutes.count);
};

/** Refetches counts after a ticket is no longer visible. */
export const recountWithout = ({ user }: LiveContext, ticketId: number): void => {
  heard.delete(keyOf(user, ticketId));
  invalidateSoon(ticketRoutes.count);
};
