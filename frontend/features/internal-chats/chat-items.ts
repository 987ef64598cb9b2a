import type { InternalChatMessageView } from '@prosa/shared/contracts/internal-chats.ts';
import { dayOf } from '../../lib/texts/format.ts';
import { GROUP_WINDOW_MS } from '../messages/conversation-items.ts';

/** An item of a chat, from top to bottom. */
export type ChatItem =
  | { kind: 'day'; key: string; day: string }
  | { kind: 'message'; key: string; message: InternalChatMessageView; isFirst: boolean; isLast: boolean };

const standTogether = (earlier: InternalChatMessageView, later: InternalChatMessageView): boolean =>
  earlier.senderId === later.senderId &&
  Date.parse(later.createdAt) - Date.parse(earlier.createdAt) < GROUP_WINDOW_MS;

/**
 * Returns the items of a chat.
 * @param messages oldest first
 * @param hasOlder whether older messages exist. The first day may then have begun earlier, so its line is left out; it
 * would also move to the top with every older page, away from the visible messages.
 */
export const chatItems = (
  messages: readonly InternalChatMessageView[],
  timeZone: string,
  hasOlder: boolean,
): ChatItem[] => {
  const items: ChatItem[] = [];
  const days = messages.map(({ createdAt }) => dayOf(createdAt, timeZone));
  let day = hasOlder ? days[0] : undefined;
  let isFirst = true;
  for (const [index, message] of messages.entries()) {
    const own = days[index] ?? '';
    if (own !== day) {
      day = own;
      isFirst = true;
      items.push({ kind: 'day', key: `day-${day}`, day });
    }
    const next = messages[index + 1];
    const isLast = next === undefined || days[index + 1] !== day || !standTogether(message, next);
    items.push({ kind: 'message', key: `${message.id}`, message, isFirst, isLast });
    isFirst = isLast;
  }
  return items;
};
