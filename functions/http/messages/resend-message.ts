import type { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { channelOf } from '../../channels/channels.ts';
import { messageRefOf, outboundContentOf } from '../../domain/messages/outbound-content.ts';
import { resend } from '../../domain/turns/message-turns.ts';
import { turnOn } from '../../domain/turns/turn.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { commitTurn } from '../../repositories/commit-turn.ts';
import { loadMessage } from '../../repositories/messages.ts';
import { tableOf } from '../tickets/ticket-access.ts';
import { requireMessage, requireSendable, viewMessages } from './message-access.ts';

const isAttended = (status: string): boolean => status === 'open' || status === 'group';

/** A new attempt of a message that failed or whose fate is unknown; under the same id, where the id is ours. */
export const resendMessage = ({
  principal,
  params,
  ids,
  clock,
}: HandlerContext<typeof messageRoutes.resend>) =>
  retryOnConflict(async () => {
    const table = tableOf(principal);
    const { message, ticket } = await requireMessage(principal, params.messageId);
    const isResendable =
      (message.sendState === 'failed' || message.sendState === 'unknown') && !message.isDeleted;
    if (!isResendable || !isAttended(ticket.status) || outboundContentOf(message) === undefined) {
      throw new AppError('ERR_MESSAGE_NOT_RESENDABLE');
    }
    requireSendable(principal, ticket);
    const quoted = message.quoted === null ? undefined : await loadMessage(table, message.quoted.id);
    const moment = { ids, nowMs: clock.now() };
    const ref = quoted === undefined ? undefined : messageRefOf(quoted);
    const turn = resend(turnOn(ticket), message, ref, channelOf(ticket), moment);
    const { messages } = await commitTurn(table, turn, moment);
    const [view] = await viewMessages(principal, ticket, messages, moment.nowMs);
    if (view === undefined) throw new AppError('ERR_INTERNAL');
    return view;
  });
