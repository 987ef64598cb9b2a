import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { dayOf } from '../../lib/format.ts';

/** Messages of one writer within this time stand together and share a tail. */
export const GROUP_WINDOW_MS = 5 * 60 * 1000;

/** What the conversation shows, top to bottom. */
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
      ? `me-${message.user?.id ?? 0}`
      : `contact-${message.contact?.id ?? 0}`;

const standTogether = (
  earlier: MessageView | undefined,
  later: MessageView | undefined,
  timeZone: string,
): boolean =>
  earlier !== undefined &&
  later !== undefined &&
  writerOf(earlier) === writerOf(later) &&
  Date.parse(later.createdAt) - Date.parse(earlier.createdAt) < GROUP_WINDOW_MS &&
  dayOf(earlier.createdAt, timeZone) === dayOf(later.createdAt, timeZone);

/**
 * Lays out a conversation.
 * @param messages oldest first
 * @param firstUnreadId message the unread line stands above, as it was when the conversation was opened
 * @param hasOlder whether more came before: the first day may then have begun earlier, so its line is left out. It
 * would also move to the top with every older page, away from what is being read.
 */
export const conversationItems = (
  messages: readonly MessageView[],
  timeZone: string,
  firstUnreadId: string | null,
  hasOlder = false,
): ConversationItem[] => {
  const items: ConversationItem[] = [];
  const [first] = messages;
  let day = hasOlder && first !== undefined ? dayOf(first.createdAt, timeZone) : '';
  for (const [index, message] of messages.entries()) {
    const messageDay = dayOf(message.createdAt, timeZone);
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
    items.push({
      kind: 'message',
      // The client's id outlives the change from pending bubble to stored message: nothing is mounted twice.
      key: message.clientId ?? message.id,
      day,
      message,
      isFirst: startsUnread || !standTogether(messages[index - 1], message, timeZone),
      isLast: next?.id === firstUnreadId || !standTogether(message, next, timeZone),
    });
  }
  return items;
};
