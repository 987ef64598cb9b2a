import type { TicketView } from '@prosa/shared/contracts/tickets.ts';

/** Maximum of remembered tickets. Beyond it all are forgotten, and later events fill the memory again. */
const REMEMBERED = 2_000;

/** The newest version of each ticket that an event named, by company and ticket. */
const newest = new Map<string, number>();
const keyOf = (companyId: number, ticketId: number): string => `${companyId} ${ticketId}`;

/** Returns the newest version of a ticket that an event named; 0 when there was none. */
export const newestVersion = (companyId: number, ticketId: number): number =>
  newest.get(keyOf(companyId, ticketId)) ?? 0;

/** Remembers the version of a ticket that an event names. */
export const hearVersion = (companyId: number, ticketId: number, version: number): void => {
  if (newestVersion(companyId, ticketId) >= version) return;
  if (newest.size >= REMEMBERED) newest.clear();
  newest.set(keyOf(companyId, ticketId), version);
};

/**
 * Whether an event has named a newer version of this ticket. A response may arrive after a later event, and a list does
 * not contain the versions of tickets that have left it.
 */
export const isOutdated = ({ companyId, id, version }: TicketView): boolean =>
  newestVersion(companyId, id) > version;
