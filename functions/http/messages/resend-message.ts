import type { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { messageRefOf, outboundContentOf } from '../../domain/messages/outbound-content.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { Ticket } from '../../platform/table/entities.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { loadMessage, resendItems } from '../../repositories/messages.ts';
import { tableOf } from '../tickets/ticket-access.ts';
import { requireMessage, requireSendable, viewMessages } from './message-access.ts';

const isAttended = (status: string): boolean => status === 'open' || status === 'group';

/** A new attempt of a message that failed or whose fate is unknown, under the same provider id. */
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
    const sendable = requireSendable(principal, ticket);
    const quoted = message.quoted === null ? undefined : await loadMessage(table, message.quoted.id);
    const nowMs = clock.now();
    const resent = resendItems(
      table,
      sendable,
      message,
      quoted === undefined ? undefined : messageRefOf(quoted),
      { ids, nowMs },
    );
    await commit([...resent.items, table.check(Ticket, { id: ticket.id }, { status: ticket.status })]);
    const [view] = await viewMessages(principal, ticket, [resent.message], nowMs);
    if (view === undefined) throw new AppError('ERR_INTERNAL');
    return view;
  });
