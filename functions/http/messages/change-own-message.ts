import type { MessageView, messageRoutes } from '@prosa/shared/contracts/messages.ts';
import type { AskedChange } from '@prosa/shared/entities/message.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { EDIT_WINDOW_MS } from '@prosa/shared/rules/edit-window.ts';
import { mayDeleteMessage } from '@prosa/shared/rules/message-rights.ts';
import { channelOf } from '../../channels/channels.ts';
import { act, type Decide, type Ports } from '../../conversations/act.ts';
import { asAttendant } from '../../conversations/actor.ts';
import { viewMessages } from '../../conversations/message-access.ts';
import * as openScene from '../../conversations/open-scene.ts';
import type { MessageScene } from '../../conversations/scene.ts';
import { ownChangeTurn, repeatedChangeTurn } from '../../domain/turns/change-turns.ts';
import { changedMessageTurn } from '../../domain/turns/message-turns.ts';
import { instantOf, type Moment, mergeTurns, type Turn } from '../../domain/turns/turn.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import type { MessageRow } from '../../repositories/tickets/messages.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';

/**
 * Decides about a message of the history that the caller reads.
 * @param shown the message as the caller sees it then, where it is not what the decision changed
 * @throws AppError ERR_NO_MESSAGE_FOUND, and what deciding throws
 */
export const changeMessage = async (
  principal: UserPrincipal,
  ports: Ports,
  messageId: string,
  decide: Decide<MessageScene>,
  shown: (message: MessageRow) => MessageRow = (message) => message,
): Promise<MessageView> => {
  const open = () => openScene.byMessage(asAttendant(principal), messageId);
  const { scene, moment, done } = await act(ports, open, decide);
  const changed = done?.messages[0] ?? shown(scene.message);
  const [view] = await viewMessages(principal, scene.ticket, [changed], moment.nowMs);
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
  changeMessage(principal, { ids, clock }, params.messageId, ({ message, ticket }, _world, moment) => {
    requireEditable(principal, message, ticket, moment.nowMs);
    const { editWindowMs } = channelOf(ticket).capabilities;
    const isEditable = message.isPrivate || (message.sendState === 'sent' && editWindowMs !== null);
    if (!isEditable || message.isDeleted || message.mediaType !== 'extendedTextMessage') {
      throw new AppError('ERR_EDITING_WAPP_MSG');
    }
    const after = { ...message, body: body.body, isEdited: true, editedAt: instantOf(moment) };
    return ownChangeTurn('edit', message, after, ticket, channelOf(ticket), moment);
  });

/** Whether the customer may have received the message, so that it must be deleted there as well. */
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
  changeMessage(
    principal,
    { ids, clock },
    params.messageId,
    ({ message, ticket }, _world, moment) => {
      if (!message.fromMe) throw new AppError('ERR_DELETE_WAPP_MSG');
      if (!mayDeleteMessage(message.userId, principal.user)) throw new AppError('ERR_NO_PERMISSION');
      if (message.isPrivate) return mergeTurns({ removed: [{ entity: 'message', row: message }] });
      if (message.isDeleted) return undefined;
      const deleted = { ...message, isDeleted: true };
      return mayHaveLeft(message)
        ? ownChangeTurn('delete', message, deleted, ticket, channelOf(ticket), moment)
        : changedMessageTurn(message, deleted, ticket);
    },
    (message) => ({ ...message, isDeleted: true }),
  );

/**
 * An edit or deletion that came to nothing, asked for again: by whom it was for the first time.
 * @throws AppError ERR_NO_PERMISSION, ERR_EDIT_WINDOW_CLOSED
 */
export const repeatChange = (
  principal: UserPrincipal,
  { message, ticket }: { message: MessageRow; ticket: TicketRow },
  change: AskedChange,
  moment: Moment,
): Turn => {
  if (change.type === 'delete') {
    if (!mayDeleteMessage(message.userId, principal.user)) throw new AppError('ERR_NO_PERMISSION');
  } else requireEditable(principal, message, ticket, moment.nowMs);
  return repeatedChangeTurn(message, change, ticket, channelOf(ticket), moment);
};
