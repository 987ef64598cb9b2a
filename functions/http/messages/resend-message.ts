import type { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { hasStayed } from '@prosa/shared/rules/send-failure.ts';
import { channelOf } from '../../channels/channels.ts';
import { messageRefOf, outboundContentOf } from '../../domain/messages/outbound-content.ts';
import { resend } from '../../domain/turns/message-turns.ts';
import { turnOn } from '../../domain/turns/turn.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { Message } from '../../platform/table/entities/messages.ts';
import { keys } from '../../platform/table/keys.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { Table } from '../../platform/table/table.ts';
import { commitTurn } from '../../repositories/commit-turn.ts';
import { loadMessage, loadMessages, type MessageRow } from '../../repositories/messages.ts';
import type { TicketRow } from '../../repositories/tickets.ts';
import { requireTicket, tableOf } from '../tickets/ticket-access.ts';
import { repeatChange } from './change-own-message.ts';
import { requireMessage, requireSendable, viewMessages } from './message-access.ts';

const isAttended = (status: string): boolean => status === 'open' || status === 'group';

/**
 * A new attempt of a message that failed or whose fate is unknown, or of its edit or deletion; under the same id, where
 * the id is ours.
 */
export const resendMessage = ({
  principal,
  params,
  ids,
  clock,
}: HandlerContext<typeof messageRoutes.resend>) =>
  retryOnConflict(async () => {
    const table = tableOf(principal);
    const { message, ticket } = await requireMessage(principal, params.messageId);
    const moment = { ids, nowMs: clock.now() };
    const { change } = message;
    if (change !== null && change.state !== 'asked')
      return repeatChange(principal, { message, ticket }, change, moment);
    const isResendable =
      (message.sendState === 'failed' || message.sendState === 'unknown') && !message.isDeleted;
    if (!isResendable || !isAttended(ticket.status) || outboundContentOf(message) === undefined) {
      throw new AppError('ERR_MESSAGE_NOT_RESENDABLE');
    }
    requireSendable(principal, ticket);
    const quoted = message.quoted === null ? undefined : await loadMessage(table, message.quoted.id);
    const ref = quoted === undefined ? undefined : messageRefOf(quoted);
    const turn = resend(turnOn(ticket), message, ref, channelOf(ticket), moment);
    const { messages } = await commitTurn(table, turn, moment);
    const [view] = await viewMessages(principal, ticket, messages, moment.nowMs);
    if (view === undefined) throw new AppError('ERR_INTERNAL');
    return view;
  });

/** In one request: each is two writes of the hundred that a transaction takes. */
const RESENT_MAX = 40;
/** Messages that are looked through for them, newest first: some 25 read units. */
const MAX_EXAMINED = 200;

/** What did not leave on a ticket for want of its connection, oldest first. */
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
 * New attempts of all that certainly did not leave because the connection was away, in the order in which it was written
 * and as one transaction. What is unknown stays: it may have arrived.
 */
export const resendAll = ({
  principal,
  params,
  ids,
  clock,
}: HandlerContext<typeof messageRoutes.resendAll>) =>
  retryOnConflict(async () => {
    const table = tableOf(principal);
    const ticket = await requireTicket(principal, params.ticketId);
    requireSendable(principal, ticket);
    const stayed = await stayedOn(table, ticket);
    const resent = stayed.slice(0, RESENT_MAX);
    const quotedIds = new Set(resent.flatMap(({ quoted }) => (quoted === null ? [] : [quoted.id])));
    const quoted = new Map((await loadMessages(table, [...quotedIds])).map((row) => [row.id, row]));
    const moment = { ids, nowMs: clock.now() };
    const turn = resent.reduce((before, message) => {
      const answers = quoted.get(message.quoted?.id ?? '');
      const ref = answers === undefined ? undefined : messageRefOf(answers);
      return resend(before, message, ref, channelOf(ticket), moment);
    }, turnOn(ticket));
    const { messages } = resent.length === 0 ? { messages: [] } : await commitTurn(table, turn, moment);
    return {
      messages: await viewMessages(principal, ticket, messages, moment.nowMs),
      hasMore: stayed.length > resent.length,
    };
  });
