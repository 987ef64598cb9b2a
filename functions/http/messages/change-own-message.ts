import type { MessageView, messageRoutes } from '@prosa/shared/contracts/messages.ts';
import type { AskedChange } from '@prosa/shared/entities/message.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { EDIT_WINDOW_MS } from '@prosa/shared/rules/edit-window.ts';
import { mayDeleteMessage } from '@prosa/shared/rules/message-rights.ts';
import { channelOf } from '../../channels/channels.ts';
import { ownChangeTurn, repeatedChangeTurn } from '../../domain/turns/change-turns.ts';
import { changedMessageTurn } from '../../domain/turns/message-turns.ts';
import { type Moment, mergeTurns, type Turn } from '../../domain/turns/turn.ts';
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

/** Commits a changed message with its ticket's preview and what the provider is asked. */
const commitChange = async (
  principal: UserPrincipal,
  ticket: TicketRow,
  turn: Turn,
  moment: Moment,
): Promise<MessageView> => {
  const { messages } = await commitTurn(tableOf(principal), turn, moment);
  const [view] = await viewMessages(principal, ticket, messages, moment.nowMs);
  if (view === undefined) throw new AppError('ERR_INTERNAL');
  return view;
};

/** One edits what one wrote, as long as its channel allows it. */
const requireEditable = (
  principal: UserPrincipal,
  message: MessageRow,
  ticket: TicketRow,
  nowMs: number,
): void => {
  if (!message.fromMe || message.userId !== principal.userId) throw new AppError('ERR_NO_PERMISSION');
  const { editWindowMs } = channelOf(ticket).capabilities;
  const isOpen = nowMs - Date.parse(message.sentAt) <= (editWindowMs ?? EDIT_WINDOW_MS);
  if (!isOpen) throw new AppError('ERR_EDIT_WINDOW_CLOSED');
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
    requireEditable(principal, message, ticket, nowMs);
    const { editWindowMs } = channelOf(ticket).capabilities;
    const isEditable = message.isPrivate || (message.sendState === 'sent' && editWindowMs !== null);
    if (!isEditable || message.isDeleted || message.mediaType !== 'extendedTextMessage') {
      throw new AppError('ERR_EDITING_WAPP_MSG');
    }
    const after = { ...message, body: body.body, isEdited: true, editedAt: toInstant(nowMs) };
    const moment = { ids, nowMs };
    const turn = ownChangeTurn('edit', message, after, ticket, channelOf(ticket), moment);
    return commitChange(principal, ticket, turn, moment);
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
    const moment = { ids, nowMs };
    const turn = mayHaveLeft(message)
      ? ownChangeTurn('delete', message, deleted, ticket, channelOf(ticket), moment)
      : changedMessageTurn(message, deleted, ticket);
    return commitChange(principal, ticket, turn, moment);
  });

/**
 * An edit or deletion that came to nothing, asked for again: by whom it was for the first time.
 * @throws AppError ERR_NO_PERMISSION, ERR_EDIT_WINDOW_CLOSED
 */
export const repeatChange = async (
  principal: UserPrincipal,
  { message, ticket }: { message: MessageRow; ticket: TicketRow },
  change: AskedChange,
  moment: Moment,
): Promise<MessageView> => {
  if (change.type === 'delete') {
    if (!mayDeleteMessage(message.userId, principal.user)) throw new AppError('ERR_NO_PERMISSION');
  } else requireEditable(principal, message, ticket, moment.nowMs);
  const turn = repeatedChangeTurn(message, change, ticket, channelOf(ticket), moment);
  return commitChange(principal, ticket, turn, moment);
};
