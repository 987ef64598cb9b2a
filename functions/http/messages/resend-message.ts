import type { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { hasStayed } from '@prosa/shared/rules/send-failure.ts';
import { channelOf } from '../../channels/channels.ts';
import { act } from '../../conversations/act.ts';
import { asAttendant } from '../../conversations/actor.ts';
import { requireSendable, viewMessages } from '../../conversations/message-access.ts';
import * as openScene from '../../conversations/open-scene.ts';
import { otherMessage } from '../../domain/engine/world.ts';
import { messageRefOf, outboundContentOf } from '../../domain/messages/outbound-content.ts';
import { resend } from '../../domain/turns/message-turns.ts';
import { turnOn } from '../../domain/turns/turn.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { Message } from '../../platform/table/entities/messages.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { loadMessages, type MessageRow } from '../../repositories/tickets/messages.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';
import { changeMessage, repeatChange } from './change-own-message.ts';

const isAttended = (status: string): boolean => status === 'open' || status === 'group';

/**
 * Retries a message (or its edit or deletion) that failed or whose outcome is unknown. Keeps the id if we assigned
 * it.
 */
export const resendMessage = ({
  principal,
  params,
  ids,
  clock,
}: HandlerContext<typeof messageRoutes.resend>) =>
  changeMessage(principal, { ids, clock }, params.messageId, ({ message, ticket }, world, moment) => {
    const { change } = message;
    if (change !== null && change.state !== 'asked')
      return repeatChange(principal, { message, ticket }, change, moment);
    const isResendable =
      (message.sendState === 'failed' || message.sendState === 'unknown') && !message.isDeleted;
    if (!isResendable || !isAttended(ticket.status) || outboundContentOf(message) === undefined) {
      throw new AppError('ERR_MESSAGE_NOT_RESENDABLE');
    }
    requireSendable(principal, ticket);
    const quoted = message.quoted === null ? undefined : otherMessage(world, message.quoted.id);
    const ref = quoted === undefined ? undefined : messageRefOf(quoted);
    return resend(turnOn(ticket), message, ref, channelOf(ticket), moment);
  });

/** Maximum of messages per request: each takes two of the hundred writes of a transaction. */
const RESENT_MAX = 40;
/** Maximum of messages searched for failed ones, newest first: about 25 read units. */
const MAX_EXAMINED = 200;

/** Returns the messages of a ticket that failed because its connection was down, oldest first. */
const stayedOn = async (table: Table, { id, contactId, connectionId }: TicketRow): Promise<MessageRow[]> => {
  if (connectionId === null) return [];
  const { rows } = await table.query(Message, {
    pk: keys.message({ contactId, connectionId, sortKey: '' }).pk,
    order: 'desc',
    limit: MAX_EXAMINED,
    maxExamined: MAX_EXAMINED,
    consistent: true,
    filter: (row) => row.ticketId === id && hasStayed(row) && outboundContentOf(row) !== undefined,
  });
  return rows.toReversed();
};

/**
 * Retries all messages that certainly were not sent because the connection was down, in their original order and in
 * one transaction. Messages with an unknown outcome are left out, because they may have arrived.
 */
export const resendAll = async ({
  principal,
  params,
  ids,
  clock,
}: HandlerContext<typeof messageRoutes.resendAll>) => {
  const open = async () => {
    const scene = await openScene.byTicket(asAttendant(principal), params.ticketId);
    requireSendable(principal, scene.ticket);
    const stayed = await stayedOn(scene.table, scene.ticket);
    const resent = stayed.slice(0, RESENT_MAX);
    const quotedIds = new Set(resent.flatMap(({ quoted }) => (quoted === null ? [] : [quoted.id])));
    const quoted = new Map((await loadMessages(scene.table, [...quotedIds])).map((row) => [row.id, row]));
    return { ...scene, resent, quoted, hasMore: stayed.length > resent.length };
  };
  const { scene, moment, done } = await act(
    { ids, clock },
    open,
    ({ ticket, resent, quoted }, _world, now) =>
      resent.length === 0
        ? undefined
        : resent.reduce((before, message) => {
            const answers = quoted.get(message.quoted?.id ?? '');
            const ref = answers === undefined ? undefined : messageRefOf(answers);
            return resend(before, message, ref, channelOf(ticket), now);
          }, turnOn(ticket)),
  );
  return {
    messages: await viewMessages(principal, scene.ticket, done?.messages ?? [], moment.nowMs),
    hasMore: scene.hasMore,
  };
};
