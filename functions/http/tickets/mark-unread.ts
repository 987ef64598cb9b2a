import type { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { SEND_WAIT_MS } from '@prosa/shared/rules/send-failure.ts';
import { channelOf, takesCommands } from '../../channels/channels.ts';
import { act } from '../../conversations/act.ts';
import { asAttendant } from '../../conversations/actor.ts';
import * as openScene from '../../conversations/open-scene.ts';
import { tableOf, viewTicket } from '../../conversations/ticket-access.ts';
import { messageRefOf, recipientOf } from '../../domain/messages/outbound-content.ts';
import { mergeTurns, type OutsideCall, turnOn, withTicket } from '../../domain/turns/turn.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { Message } from '../../platform/table/entities/messages.ts';
import { keys } from '../../platform/table/keys.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';

/** Messages examined to find the newest one that the provider knows; notes and messages not yet sent do not count. */
const LOOKED_THROUGH = 20;

/**
 * Returns the command that marks the chat unread on the phone, if the channel supports that and the connection's
 * WhatsApp session is started. One read.
 */
const unreadCalls = async (
  principal: UserPrincipal,
  ticket: TicketRow,
  nowMs: number,
): Promise<OutsideCall[]> => {
  const { companyId, contactId, connectionId } = ticket;
  const channel = channelOf(ticket);
  const to = recipientOf(ticket);
  if (connectionId === null || to.length === 0 || !channel.capabilities.marksUnread) return [];
  const connection = principal.directory.connections.get(connectionId);
  if (connection === undefined || !takesCommands(connection)) return [];
  const { rows } = await tableOf(principal).query(Message, {
    pk: keys.message({ contactId, connectionId, sortKey: '' }).pk,
    order: 'desc',
    limit: 1,
    maxExamined: LOOKED_THROUGH,
    filter: (row) => messageRefOf(row) !== undefined && (!row.fromMe || row.sendState === 'sent'),
  });
  return rows.flatMap((row) => {
    const last = messageRefOf(row);
    if (last === undefined) return [];
    const { text: _text, ...named } = last;
    const command = {
      v: 1,
      type: 'mark-unread',
      companyId,
      connectionId,
      to,
      last: named,
      lastSentAt: Date.parse(row.sentAt),
      waitsUntil: nowMs + SEND_WAIT_MS,
    } as const;
    return [channel.call(command, contactId)];
  });
};

/**
 * Marks a ticket without unread messages as unread, and its chat on the phone if the channel supports that. Two reads
 * and, if something changes, one transaction.
 */
export const markTicketUnread = async ({
  principal,
  params,
  ids,
  clock,
}: HandlerContext<typeof ticketRoutes.markUnread>) => {
  const open = async () => {
    const scene = await openScene.byTicket(asAttendant(principal), params.id);
    const { ticket } = scene;
    if (ticket.status === 'closed') throw new AppError('ERR_TICKET_TRANSITION');
    const calls = ticket.unreadMessages > 0 ? [] : await unreadCalls(principal, ticket, clock.now());
    return { ...scene, calls };
  };
  const { scene, done } = await act({ ids, clock }, open, ({ ticket, calls }) => {
    if (ticket.unreadMessages > 0) return undefined;
    const marked = withTicket(turnOn(ticket), (before) => ({ ...before, unreadMessages: 1 }));
    return mergeTurns(marked, { calls });
  });
  return viewTicket(done?.ticket ?? scene.ticket, principal);
};
