import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { dayOf } from '../../lib/texts/format.ts';

/** Time within which messages of the same author are grouped and share a tail. */
export const GROUP_WINDOW_MS = 5 * 60 * 1000;

/** An item of the conversation, from top to bottom. */
export type ConversationItem =
  | { kind: 'day'; key: string; day: string }
  | { kind: 'unread'; key: string; count: number }
  | {
      kind: 'message';
      key: string;
      day: string;
      message: MessageView;
      isFirst: boolean;
      isLast: boolean;
    };

const writerOf = (message: MessageView): string =>
  message.isPrivate
    ? `note-${message.user?.id ?? 0}`
    : message.fromMe
      ? `me-${message.user?.id ?? message.saidBy}`
      : `contact-${message.contact?.id ?? 0}`;

/** Whether two consecutive messages of a day are grouped. */
const standTogether = (earlier: MessageView, later: MessageView): boolean =>
  writerOf(earlier) === writerOf(later) &&
  Date.parse(later.createdAt) - Date.parse(earlier.createdAt) < GROUP_WINDOW_MS;

/**
 * Returns the items of a conversation.
 * @param messages oldest first
 * @param firstUnreadId message below the unread line, as it was when the conversation was opened
 * @param hasOlder whether older messages exist. The first day may then have begun earlier, so its date line is left
 * out; it would also move to the top with every older page, away from the visible messages.
 */
export const conversationItems = (
  messages: readonly MessageView[],
  timeZone: string,
  firstUnreadId: string | null,
  hasOlder = false,
): ConversationItem[] => {
  const items: ConversationItem[] = [];
  const days = messages.map(({ createdAt }) => dayOf(createdAt, timeZone));
  let day = hasOlder ? days[0] : undefined;
  let isFirst = true;
  for (const [index, message] of messages.entries()) {
    const messageDay = days[index] ?? '';
    if (messageDay !== day) {
      day = messageDay;
      items.push({ kind: 'day', key: `day-${day}`, day });
    }
    const startsUnread = message.id === firstUnreadId;
    if (startsUnread) {
      const count = messages.slice(index).filter((later) => !later.fromMe).length;
      items.push({ kind: 'unread', key: 'unread', count });
    }
    const next = messages[index + 1];
    const isLast =
      next === undefined ||
      next.id === firstUnreadId ||
      days[index + 1] !== day ||
      !standTogether(message, next);
    items.push({
      kind: 'message',
      // The client's id stays the same when the stored message replaces the pending bubble, so the bubble is not
      // remounted.
      key: message.clientId ?? message.id,
      day: messageDay,
      message,
      isFirst,
      isLast,
    });
    isFirst = isLast;
  }
  return items;
};
