import type { MessageView, messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { SessionCommand } from '@prosa/shared/messaging/session-command.ts';
import { EDIT_WINDOW_MS } from '@prosa/shared/rules/edit-window.ts';
import { mayDeleteMessage } from '@prosa/shared/rules/message-rights.ts';
import { channelOf } from '../../channels/channels.ts';
import { messageRefOf, recipientOf } from '../../domain/messages/outbound-content.ts';
import { changedMessageTurn } from '../../domain/turns/message-turns.ts';
import { type Moment, mergeTurns, type OutsideCall } from '../../domain/turns/turn.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import { toInstant } from '../../platform/clock.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { commitTurn } from '../../repositories/commit-turn.ts';
import type { MessageRow } from '../../repositories/messages.ts';
import type { TicketRow } from '../../repositories/tickets.ts';
import { tableOf } from '../tickets/ticket-access.ts';
import { requireMessage, viewMessages } from './message-access.ts';

const viewOne = async (
  principal: UserPrincipal,
  ticket: TicketRow,
  message: MessageRow,
  nowMs: number,
): Promise<MessageView> => {
  const [view] = await viewMessages(principal, ticket, [message], nowMs);
  if (view === undefined) throw new AppError('ERR_INTERNAL');
  return view;
};

/** The calls that repeat a change at the provider; none where the provider never had the message, or takes no changes. */
const providerCalls = (
  ticket: TicketRow,
  message: MessageRow,
  change: { type: 'edit'; text: string } | { type: 'delete' },
): OutsideCall[] => {
  const channel = channelOf(ticket);
  const { editWindowMs, delete: takesBack } = channel.capabilities;
  const target = messageRefOf(message);
  const to = recipientOf(ticket);
  const canChange = channel.canSend && (change.type === 'edit' ? editWindowMs !== null : takesBack);
  if (target === undefined || to.length === 0 || !canChange) return [];
  const base = { v: 1 as const, companyId: ticket.companyId, connectionId: message.connectionId, to, target };
  const command: SessionCommand =
    change.type === 'edit'
      ? { ...base, type: 'edit', messageId: message.id, text: change.text }
      : { ...base, type: 'delete' };
  return [channel.call(command, ticket.contactId)];
};

/** Commits a changed message with its ticket's preview and what the provider is asked. */
const commitChange = async (
  principal: UserPrincipal,
  ticket: TicketRow,
  before: MessageRow,
  after: MessageRow,
  calls: readonly OutsideCall[],
  moment: Moment,
): Promise<MessageView> => {
  const turn = mergeTurns(changedMessageTurn(before, after, ticket), { calls });
  const { messages } = await commitTurn(tableOf(principal), turn, moment);
  return viewOne(principal, ticket, messages[0] ?? after, moment.nowMs);
};

/**
 * Edits an own text while its channel allows it; a note as long.
 * @throws AppError ERR_NO_PERMISSION for a colleague's message, ERR_EDIT_WINDOW_CLOSED, ERR_EDITING_WAPP_MSG
 */
export const editMessage = ({
  principal,
  params,
  body,
  ids,
  clock,
}: HandlerContext<typeof messageRoutes.edit>) =>
  retryOnConflict(async () => {
    const { message, ticket } = await requireMessage(principal, params.messageId);
    const nowMs = clock.now();
    if (!message.fromMe || message.userId !== principal.userId) throw new AppError('ERR_NO_PERMISSION');
    const { editWindowMs } = channelOf(ticket).capabilities;
    const isOpen = nowMs - Date.parse(message.sentAt) <= (editWindowMs ?? EDIT_WINDOW_MS);
    if (!isOpen) throw new AppError('ERR_EDIT_WINDOW_CLOSED');
    const isEditable = message.isPrivate || (message.sendState === 'sent' && editWindowMs !== null);
    if (!isEditable || message.isDeleted || message.mediaType !== 'extendedTextMessage') {
      throw new AppError('ERR_EDITING_WAPP_MSG');
    }
    const after = { ...message, body: body.body, isEdited: true, editedAt: toInstant(nowMs) };
    const calls = providerCalls(ticket, message, { type: 'edit', text: body.body });
    return commitChange(principal, ticket, message, after, calls, { ids, nowMs });
  });

/** What may have reached the customer has to be taken back there. */
const mayHaveLeft = (message: MessageRow): boolean =>
  message.sendState !== 'failed' && message.sendState !== 'private' && message.sendState !== 'received';

/**
 * Deletes a message of ours for everyone; a note is removed for good. Either is for its author or an administrator.
 * @throws AppError ERR_DELETE_WAPP_MSG for the contact's messages, ERR_NO_PERMISSION for a colleague's
 */
export const removeMessage = ({
  principal,
  params,
  ids,
  clock,
}: HandlerContext<typeof messageRoutes.remove>) =>
  retryOnConflict(async () => {
    const { message, ticket } = await requireMessage(principal, params.messageId);
    const nowMs = clock.now();
    if (!message.fromMe) throw new AppError('ERR_DELETE_WAPP_MSG');
    if (!mayDeleteMessage(message.userId, principal.user)) throw new AppError('ERR_NO_PERMISSION');
    const deleted = { ...message, isDeleted: true };
    if (message.isPrivate) {
      await commitTurn(tableOf(principal), mergeTurns({ removed: [{ entity: 'message', row: message }] }), {
        ids,
        nowMs,
      });
      return viewOne(principal, ticket, deleted, nowMs);
    }
    if (message.isDeleted) return viewOne(principal, ticket, message, nowMs);
    const calls = mayHaveLeft(message) ? providerCalls(ticket, message, { type: 'delete' }) : [];
    return commitChange(principal, ticket, message, deleted, calls, { ids, nowMs });
  });
