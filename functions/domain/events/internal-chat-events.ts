import type { InternalChat, InternalChatMessage } from '@prosa/shared/entities/internal-chat.ts';
import { memberIds } from '../internal-chats/change-chat.ts';
import { presentInternalChat, presentInternalChatMessage } from '../presenters/present-internal-chat.ts';
import { deliver } from './audience.ts';
import type { Bookkeeping, Change, Delivery, EventContext } from './context.ts';

export type InternalChatRow = InternalChat & Bookkeeping;
type MessageRow = InternalChatMessage & Bookkeeping;

/**
 * A chat's change, with its states in between: a browser may have fetched one of them, and must remove the chat if its
 * user is no member any more.
 */
interface InternalChatChange extends Change<InternalChatRow> {
  between?: readonly InternalChatRow[];
}

/**
 * Decides the events of a changed chat: its creation for users who became members, its deletion for users who were
 * members, and its change for all others. Nobody but members gets an event.
 */
export const internalChatEvents = (
  { before, after, between = [] }: InternalChatChange,
  context: EventContext,
): Delivery[] => {
  if (before?.version === after?.version) return [];
  const { companyId, names, recipients } = context;
  const id = (after ?? before ?? between[0])?.id;
  if (id === undefined) return [];
  const members = new Set(after === undefined ? [] : memberIds(after));
  const known = new Set(before === undefined ? [] : memberIds(before));
  const earlier = new Set([...(before === undefined ? [] : [before]), ...between].flatMap(memberIds));
  const left = recipients.filter(({ viewer }) => earlier.has(viewer.id) && !members.has(viewer.id));
  const leaves = left.map((recipient) =>
    deliver(
      context,
      {
        name: 'chatUser',
        params: { companyId, userId: recipient.viewer.id },
        data: { action: 'delete', id },
      },
      {},
      [recipient],
    ),
  );
  if (after === undefined) return leaves;
  const chat = presentInternalChat(after, names);
  const joined = recipients.filter(({ viewer }) => members.has(viewer.id) && !known.has(viewer.id));
  const stayed = recipients.filter(({ viewer }) => members.has(viewer.id) && known.has(viewer.id));
  return [
    ...leaves,
    ...joined.map((recipient) =>
      deliver(
        context,
        {
          name: 'chatUser',
          params: { companyId, userId: recipient.viewer.id },
          data: { action: 'create', record: chat },
        },
        {},
        [recipient],
      ),
    ),
    ...(stayed.length === 0
      ? []
      : [
          deliver(
            context,
            { name: 'chat', params: { companyId }, data: { action: 'update', chat } },
            {},
            stayed,
          ),
        ]),
  ];
};

/** Decides the event of a new message, for the members of its chat. Messages never change, and go with their chat. */
export const internalChatMessageEvents = (
  { before, after }: Change<MessageRow>,
  context: EventContext,
): Delivery[] => {
  if (before !== undefined || after === undefined) return [];
  const { companyId, names, link, recipients } = context;
  const chat = context.chats.get(after.chatId);
  if (chat === undefined) return [];
  const newMessage = presentInternalChatMessage(after, names, link);
  const data = { action: 'new-message' as const, newMessage, userIds: memberIds(chat) };
  return [
    deliver(context, { name: 'chatMessage', params: { companyId, chatId: chat.id }, data }, {}, recipients),
  ];
};
