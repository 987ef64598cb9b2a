import type { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { requireTicket, tableOf } from '../../conversations/ticket-access.ts';
import { queueRef, userRef } from '../../domain/presenters/present-ticket.ts';
import { chatbotAtOf } from '../../domain/tickets/attendance.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { Attendance, TicketLog } from '../../platform/table/entities/tickets.ts';
import { keys } from '../../platform/table/keys.ts';

const MAX_ENTRIES = 200;

/**
 * Returns a ticket's log, newest first, up to the newest 200 entries. The first beginning of the chatbot in an
 * attendance is an entry without a row; earlier releases wrote one. Three reads in parallel.
 */
export const ticketLog = async ({ principal, params }: HandlerContext<typeof ticketRoutes.log>) => {
  const { directory } = principal;
  const table = tableOf(principal);
  const { pk } = keys.ticket({ id: params.ticketId });
  const newest = { pk, order: 'desc', limit: MAX_ENTRIES, consistent: true } as const;
  const [ticket, { rows }, attendances] = await Promise.all([
    requireTicket(principal, params.ticketId),
    table.query(TicketLog, { ...newest, prefix: 'LOG#' }),
    table.query(Attendance, { ...newest, prefix: 'TRACK#' }),
  ]);
  const written = rows.flatMap((row) => [row, ...row.also].reverse());
  const begun = new Set(written.flatMap(({ type, at }) => (type === 'chatBot' ? [at] : [])));
  const derived = attendances.rows.flatMap((attendance) => {
    const at = chatbotAtOf(attendance, ticket);
    if (at === null || begun.has(at)) return [];
    return [{ id: attendance.id, type: 'chatBot' as const, at, userId: null, queueId: null, campaign: '' }];
  });
  // The id of a logged view holds the start of its ten-minute window.
  const entries = [...written, ...derived].toSorted((a, b) =>
    // A ticket may be created and answered at the same moment.
    a.at === b.at ? Number(a.type === 'create') - Number(b.type === 'create') : a.at < b.at ? 1 : -1,
  );
  return entries.slice(0, MAX_ENTRIES).map((entry) => ({
    id: entry.id,
    type: entry.type,
    createdAt: entry.at,
    user: userRef(directory, entry.userId),
    queue: queueRef(directory, entry.queueId),
    campaign: entry.campaign,
  }));
};
