import type { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { TYPING_WAIT_MS } from '@prosa/shared/rules/typing.ts';
import { channelOf, takesCommands } from '../../channels/channels.ts';
import { commitDecision, decideOn } from '../../conversations/act.ts';
import { asAttendant } from '../../conversations/actor.ts';
import { emptyScene } from '../../conversations/scene.ts';
import { requireTicketBy, tableOf } from '../../conversations/ticket-access.ts';
import { recipientOf } from '../../domain/messages/outbound-content.ts';
import { mergeTurns, type OutsideCall } from '../../domain/turns/turn.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { Message } from '../../platform/table/entities/messages.ts';
import { keys } from '../../platform/table/keys.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';

/** Messages examined to find the contact's newest one. A contact who wrote before these is not waiting for an answer. */
const LOOKED_THROUGH = 20;

/** Returns the command that shows typing, if the caller attends the ticket and the channel can. One read. */
const typingCalls = async (
  principal: UserPrincipal,
  ticket: TicketRow,
  nowMs: number,
): Promise<OutsideCall[]> => {
  const { companyId, contactId, connectionId, status, userId, isGroup } = ticket;
  const channel = channelOf(ticket);
  const to = recipientOf(ticket);
  const isAttended = status === 'open' && userId === principal.userId && !isGroup;
  if (connectionId === null || !isAttended || to.length === 0 || !channel.capabilities.typing) return [];
  const connection = principal.directory.connections.get(connectionId);
  if (connection === undefined || !takesCommands(connection)) return [];
  const { rows } = await tableOf(principal).query(Message, {
    pk: keys.message({ contactId, connectionId, sortKey: '' }).pk,
    order: 'desc',
    limit: 1,
    maxExamined: LOOKED_THROUGH,
    filter: ({ fromMe, providerMessageId }) => !fromMe && providerMessageId !== null,
  });
  return rows.flatMap(({ providerMessageId: newestId }) => {
    if (newestId === null) return [];
    const waitsUntil = nowMs + TYPING_WAIT_MS;
    const own = { v: 1, companyId, connectionId, to, waitsUntil } as const;
    return [channel.call({ ...own, type: 'typing', newestId }, contactId)];
  });
};

/**
 * Shows the contact that the attendant is typing. Does nothing for other users, and where the channel cannot. Two reads
 * and one write.
 * @throws AppError ERR_NO_TICKET_FOUND
 */
export const showTyping = async ({
  principal,
  params,
  ids,
  clock,
}: HandlerContext<typeof messageRoutes.typing>) => {
  const ticket = await requireTicketBy(principal, params.ticketUuid);
  const moment = { ids, nowMs: clock.now() };
  const calls = await typingCalls(principal, ticket, moment.nowMs);
  if (calls.length > 0) {
    const scene = emptyScene(asAttendant(principal));
    await commitDecision(await decideOn(scene, moment, () => mergeTurns({ calls })));
  }
  return { message: 'typing' };
};
