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

/** A look into somebody else's ticket is logged once in this time. */
const ACCESS_WINDOW_MS = 10 * 60 * 1000;
const USER_DIGITS = 10;
const MAX_REMEMBERED = 5_000;

const remembered = new Set<string>();

/**
 * Logs that somebody looked into a ticket that is not his. The entry's id is the window and the person, so that every
 * container writes the same one; attendants opening their own tickets write nothing.
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
  };
  try {
    const scene = emptyScene(asAttendant(principal));
    await commitDecision(await decideOn(scene, moment, () => mergeTurns({ logs: [entry] })));
  } catch (error) {
    // Another container has logged it.
    if (!(error instanceof WriteConflict)) throw error;
  }
  remembered.add(once);
};

/** One read. */
export const getTicket = async ({ principal, params }: HandlerContext<typeof ticketRoutes.get>) =>
  viewTicket(await requireTicket(principal, params.id), principal);

/** One read. */
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
