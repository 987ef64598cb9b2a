import { EDIT_WINDOW_MS, type MessageView, type messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { SessionCommand } from '@prosa/shared/messaging/session-command.ts';
import { messageRefOf, recipientOf } from '../../domain/messages/outbound-content.ts';
import { ticketAfterChange } from '../../domain/messages/ticket-after-message.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import { toInstant } from '../../platform/clock.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { sessionCommandItem } from '../../platform/queue/outbox-item.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import { Message } from '../../platform/table/entities.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { type MessagePorts, type MessageRow, replaceMessage } from '../../repositories/messages.ts';
import { replaceTicket, type TicketRow } from '../../repositories/tickets.ts';
import { isAdmin, tableOf } from '../tickets/ticket-access.ts';
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

/** Writes the changed message and, where the ticket shows it, the ticket's preview. */
const changeItems = (
  principal: UserPrincipal,
  ticket: TicketRow,
  before: MessageRow,
  after: MessageRow,
  nowMs: number,
) => {
  const table = tableOf(principal);
  const { message, item } = replaceMessage(table, before, after, nowMs);
  const changed = ticketAfterChange(ticket, before, after);
  return {
    message,
    items: [item, ...(changed === undefined ? [] : [replaceTicket(table, ticket, changed, nowMs).item])],
  };
};

/** The command that repeats the change at the provider; none where the provider never had the message. */
const providerCommand = (
  principal: UserPrincipal,
  ticket: TicketRow,
  message: MessageRow,
  change: { type: 'edit'; text: string } | { type: 'delete' },
  ports: MessagePorts,
): WriteItem[] => {
  const target = messageRefOf(message);
  const to = recipientOf(ticket);
  if (target === undefined || to.length === 0 || ticket.channel !== 'whatsapp') return [];
  const base = { v: 1 as const, companyId: ticket.companyId, connectionId: message.connectionId, to, target };
  const command: SessionCommand =
    change.type === 'edit'
      ? { ...base, type: 'edit', messageId: message.id, text: change.text }
      : { ...base, type: 'delete' };
  return [sessionCommandItem(tableOf(principal), command, ports, ticket.contactId)];
};

/**
 * Edits an own text while WhatsApp allows it.
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
    if (nowMs - Date.parse(message.sentAt) > EDIT_WINDOW_MS) throw new AppError('ERR_EDIT_WINDOW_CLOSED');
    const isEditable = message.isPrivate || message.sendState === 'sent';
    if (!isEditable || message.isDeleted || message.mediaType !== 'extendedTextMessage') {
      throw new AppError('ERR_EDITING_WAPP_MSG');
    }
    const after = { ...message, body: body.body, isEdited: true, editedAt: toInstant(nowMs) };
    const changed = changeItems(principal, ticket, message, after, nowMs);
    await commit([
      ...changed.items,
      ...providerCommand(principal, ticket, message, { type: 'edit', text: body.body }, { ids, nowMs }),
    ]);
    return viewOne(principal, ticket, changed.message, nowMs);
  });

/** What may have reached the customer has to be taken back there. */
const mayHaveLeft = (message: MessageRow): boolean =>
  message.sendState !== 'failed' && message.sendState !== 'private' && message.sendState !== 'received';

/**
 * Deletes a message of ours for everyone; a note is removed for good by its author or an administrator.
 * @throws AppError ERR_DELETE_WAPP_MSG for the contact's messages, ERR_NO_PERMISSION
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
    const deleted = { ...message, isDeleted: true };
    if (message.isPrivate) {
      if (message.userId !== principal.userId && !isAdmin(principal)) throw new AppError('ERR_NO_PERMISSION');
      await commit([tableOf(principal).delete(Message, message, message.version)]);
      return viewOne(principal, ticket, deleted, nowMs);
    }
    if (message.isDeleted) return viewOne(principal, ticket, message, nowMs);
    const changed = changeItems(principal, ticket, message, deleted, nowMs);
    await commit([
      ...changed.items,
      ...(mayHaveLeft(message)
        ? providerCommand(principal, ticket, message, { type: 'delete' }, { ids, nowMs })
        : []),
    ]);
    return viewOne(principal, ticket, changed.message, nowMs);
  });
