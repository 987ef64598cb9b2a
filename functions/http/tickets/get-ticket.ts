import type { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { commitDecision, decideOn } from '../../conversations/act.ts';
import { asAttendant } from '../../conversations/actor.ts';
import { emptyScene } from '../../conversations/scene.ts';
import { requireTicket, requireTicketByUuid, viewTicket } from '../../conversations/ticket-access.ts';
import { type Moment, mergeTurns } from '../../domain/turns/turn.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import { toInstant } from '../../platform/clock.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { encodeTime } from '../../platform/ids.ts';
import { WriteConflict } from '../../platform/table/commit.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';

/** A user's views of another user's ticket are logged once in this time. */
const ACCESS_WINDOW_MS = 10 * 60 * 1000;
const USER_DIGITS = 10;
const MAX_REMEMBERED = 5_000;

const remembered = new Set<string>();

/**
 * Logs a user's view of another user's ticket. The entry's id is the time window plus the user, so that all
 * containers write the same entry. Attendants who open their own tickets write nothing.
 */
const logAccess = async (principal: UserPrincipal, ticket: TicketRow, moment: Moment): Promise<void> => {
  const { nowMs } = moment;
  if (ticket.userId === null || ticket.userId === principal.userId) return;
  const windowMs = nowMs - (nowMs % ACCESS_WINDOW_MS);
  const id = encodeTime(windowMs) + String(principal.userId).padStart(USER_DIGITS, '0');
  const once = [principal.companyId, ticket.id, id].join(':');
  if (remembered.has(once)) return;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  const entry = {
    companyId: principal.companyId,
    ticketId: ticket.id,
    id,
    type: 'access' as const,
    at: toInstant(nowMs),
    userId: principal.userId,
    queueId: ticket.queueId,
    connectionId: null,
    campaign: '',
  };
  try {
    const scene = emptyScene(asAttendant(principal));
    await commitDecision(await decideOn(scene, moment, () => mergeTurns({ logs: [entry] })));
  } catch (error) {
    // Another container has already logged the view.
    if (!(error instanceof WriteConflict)) throw error;
  }
  remembered.add(once);
};

/** Returns a ticket. One read. */
export const getTicket = async ({ principal, params }: HandlerContext<typeof ticketRoutes.get>) =>
  viewTicket(await requireTicket(principal, params.id), principal);

/** Returns a ticket by its UUID. One read. */
export const getTicketByUuid = async ({
  principal,
  params,
  ids,
  clock,
}: HandlerContext<typeof ticketRoutes.getByUuid>) => {
  const ticket = await requireTicketByUuid(principal, params.uuid);
  await logAccess(principal, ticket, { ids, nowMs: clock.now() });
  return viewTicket(ticket, principal);
};
