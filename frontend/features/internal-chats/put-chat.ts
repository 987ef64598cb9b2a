import type { InternalChatView } from '@prosa/shared/contracts/internal-chats.ts';
import type { ChatPages } from './chat-list.ts';

/** Returns the number of messages of a chat that a member has not read; 0 for other users. */
export const unreadOf = ({ users }: Pick<InternalChatView, 'users'>, userId: number): number =>
  users.find((member) => member.userId === userId)?.unreads ?? 0;

const newestFirst = (a: InternalChatView, b: InternalChatView): number =>
  b.updatedAt.localeCompare(a.updatedAt) || b.id - a.id;

const findChat = (data: ChatPages, id: number): InternalChatView | undefined =>
  data.pages.flatMap(({ records }) => records).find((chat) => chat.id === id);

const isComplete = (data: ChatPages): boolean => data.pages.at(-1)?.hasMore === false;

/** Returns the pages with other chats, and with the caller's unread messages changed by a difference. */
const withRecords = (
  data: ChatPages,
  records: readonly InternalChatView[][],
  unreadChange: number,
): ChatPages => ({
  ...data,
  pages: data.pages.map((page, index) => {
    const own = records[index] ?? page.records;
    return {
      ...page,
      records: own,
      count: own.length,
      unreads: Math.max(0, page.unreads + unreadChange),
    };
  }),
});

/** Returns each page's chats without one of them. */
const recordsWithout = (data: ChatPages, id: number): InternalChatView[][] =>
  data.pages.map(({ records }) => records.filter((chat) => chat.id !== id));

/** Returns each page's chats with a changed one in its place. */
const recordsWith = (data: ChatPages, chat: InternalChatView): InternalChatView[][] =>
  data.pages.map(({ records }) => records.map((one) => (one.id === chat.id ? chat : one)));

/** Returns each page's chats with one of them at the place of its last activity. */
const recordsByTime = (data: ChatPages, chat: InternalChatView): InternalChatView[][] => {
  const others = recordsWithout(data, chat.id);
  const at = others.findIndex((records) => {
    const last = records.at(-1);
    return last !== undefined && newestFirst(chat, last) < 0;
  });
  const page = at === -1 ? others.length - 1 : at;
  return others.map((records, index) => (index === page ? [...records, chat].sort(newestFirst) : records));
};

/**
 * Returns the list with a new or changed chat at its place; an older version than the known one changes nothing.
 * Returns null if only the server knows the result: the chat may be on a page that is not loaded, where its unread
 * messages are already counted.
 */
export const withChat = (data: ChatPages, chat: InternalChatView, userId: number): ChatPages | null => {
  const known = findChat(data, chat.id);
  if (known !== undefined && known.version >= chat.version) return data;
  if (known === undefined && !isComplete(data)) return null;
  const records = known?.updatedAt === chat.updatedAt ? recordsWith(data, chat) : recordsByTime(data, chat);
  const before = known === undefined ? 0 : unreadOf(known, userId);
  return withRecords(data, records, unreadOf(chat, userId) - before);
};

/** Returns the list without a chat; null if the chat may be on a page that is not loaded. */
export const withoutChat = (data: ChatPages, id: number, userId: number): ChatPages | null => {
  const known = findChat(data, id);
  if (known === undefined) return isComplete(data) ? data : null;
  return withRecords(data, recordsWithout(data, id), -unreadOf(known, userId));
};
