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
import { datedNow } from '../../domain/dated-change.ts';
import { ownChangeTurn, repeatedChangeTurn } from '../../domain/turns/change-turns.ts';
import { changedMessageTurn } from '../../domain/turns/message-turns.ts';
import { type Moment, mergeTurns, type Turn } from '../../domain/turns/turn.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import type { MessageRow } from '../../repositories/tickets/messages.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';

/**
 * Applies a decision to a message of a history that the caller may read.
 * @param shown returns the message to answer with, if it differs from the changed one
 * @throws AppError ERR_NO_MESSAGE_FOUND, and what the decision throws
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

/** Requires that the caller wrote the message and that its channel still allows edits. */
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
 * Edits the caller's own text while its channel allows it; a note for the same time.
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
    const { editedAt, editArrival } = message;
    const known = editedAt === null ? null : { at: editedAt, arrival: editArrival };
    const { at, arrival } = datedNow(known, moment);
    const after = { ...message, body: body.body, isEdited: true, editedAt: at, editArrival: arrival };
    return ownChangeTurn('edit', message, after, ticket, channelOf(ticket), moment);
  });

/** Whether the customer may have received the message, so that it must be deleted there as well. */
const mayHaveLeft = (message: MessageRow): boolean =>
  message.sendState !== 'failed' && message.sendState !== 'private' && message.sendState !== 'received';

/**
 * Deletes a message of the company for everyone; a note is removed permanently. Allowed for the author and for
 * administrators.
 * @throws AppError ERR_DELETE_WAPP_MSG for the contact's messages and on a channel that deletes none,
 * ERR_NO_PERMISSION for a colleague's
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
      // Otherwise the company would no longer see what the contact still reads.
      if (mayHaveLeft(message) && !channelOf(ticket).capabilities.delete)
        throw new AppError('ERR_DELETE_WAPP_MSG');
      const deleted = { ...message, isDeleted: true };
      return mayHaveLeft(message)
        ? ownChangeTurn('delete', message, deleted, ticket, channelOf(ticket), moment)
        : changedMessageTurn(message, deleted, ticket);
    },
    (message) => ({ ...message, isDeleted: true }),
  );

/**
 * Retries a failed edit or deletion. Allowed for the users who may request it the first time.
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
