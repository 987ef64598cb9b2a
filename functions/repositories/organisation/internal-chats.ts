import {
  CHATS_PER_USER_MAX,
  type InternalChat as InternalChatFields,
  type InternalChatMessage as InternalChatMessageFields,
} from '@prosa/shared/entities/internal-chat.ts';
import { memberIds, membershipChanges } from '../../domain/internal-chats/change-chat.ts';
import type { Ids } from '../../platform/ids.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { Unique } from '../../platform/table/entities/counters.ts';
import {
  InternalChat,
  InternalChatMember,
  InternalChatMessage,
} from '../../platform/table/entities/internal-chats.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Page, Table } from '../../platform/table/table.ts';
import { writeBatch } from '../../platform/table/write-batch.ts';
import { FILE_REMOVAL_AFTER_MS, setTimerItem } from '../../platform/timers/set-timer.ts';
import { uniqueItems } from '../rows/unique-values.ts';

export type InternalChatRow = Row<typeof InternalChat>;
export type InternalChatMessageRow = Row<typeof InternalChatMessage>;

/** Returns a chat. One consistent read. */
export const loadInternalChat = (table: Table, id: number): Promise<InternalChatRow | undefined> =>
  table.get(InternalChat, { id }, { consistent: true });

/** Returns these chats. A consistent batch read: a unit for every 4 kB of each. */
export const loadInternalChats = async (
  table: Table,
  ids: readonly number[],
): Promise<Map<number, InternalChatRow>> => {
  if (ids.length === 0) return new Map();
  const rows = await table.getMany(
    InternalChat,
    ids.map((id) => ({ id })),
    { consistent: true },
  );
  return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row]])));
};

/** Returns the ids of the chats that a user is in. One consistent query, about four read units for 200. */
const chatIdsOf = async (table: Table, userId: number): Promise<number[]> => {
  const { pk } = keys.internalChatMember({ userId, chatId: 0 });
  const { rows } = await table.query(InternalChatMember, {
    pk,
    // Earlier releases let simultaneous requests exceed the maximum.
    limit: CHATS_PER_USER_MAX * 2,
    consistent: true,
  });
  return rows.map(({ chatId }) => chatId);
};

/** Returns all chats that a user is in. One query, and a batch read of 200 rows at most. */
export const loadChatsOfUser = async (table: Table, userId: number): Promise<InternalChatRow[]> => {
  const chats = await loadInternalChats(table, await chatIdsOf(table, userId));
  return [...chats.values()].filter((chat) => memberIds(chat).includes(userId));
};

/** Whether one of these users is in the maximum of chats. A query for each. */
export const isInTooManyChats = async (table: Table, userIds: readonly number[]): Promise<boolean> => {
  const counts = await Promise.all(userIds.map(async (userId) => (await chatIdsOf(table, userId)).length));
  return counts.some((count) => count >= CHATS_PER_USER_MAX);
};

/** Returns the unique value of a direct chat: its two members. */
const pairOf = (chat: Pick<InternalChatFields, 'members'>): string =>
  memberIds(chat)
    .sort((a, b) => a - b)
    .join(' ');

/** Returns the direct chat of two users. Two consistent reads at most. */
export const loadDirectChat = async (
  table: Table,
  members: InternalChatFields['members'],
): Promise<InternalChatRow | undefined> => {
  const marker = await table.get(
    Unique,
    { kind: 'directChat', value: pairOf({ members }) },
    { consistent: true },
  );
  return marker === undefined ? undefined : loadInternalChat(table, marker.ownerId);
};

/**
 * Returns the writes that create, change or remove a chat, with a row for each user who joins or leaves, and the marker
 * of a direct chat. Removing also sets the timer that removes its messages and files.
 * @param before as read; its version guards the write
 */
export const internalChatItems = (
  table: Table,
  before: InternalChatRow | undefined,
  after: InternalChatFields | undefined,
  { ids, nowMs }: { ids: Ids; nowMs: number },
): WriteItem[] => {
  const chat = after ?? before;
  if (chat === undefined) throw new Error('no chat');
  const { companyId, id } = chat;
  const { joined, left } = membershipChanges(before, after);
  const pair = (direct: InternalChatFields | undefined) =>
    direct === undefined || direct.isGroup ? undefined : pairOf(direct);
  const [held, taken] = [pair(before), pair(after)];
  return [
    after === undefined
      ? table.delete(InternalChat, { id }, before?.version)
      : table.put(
          InternalChat,
          { ...after, ...(before && { rowCreatedAt: before.rowCreatedAt }) },
          before?.version ?? 'absent',
          nowMs,
        ),
    ...uniqueItems(
      table,
      'directChat',
      id,
      { ...(held === undefined ? {} : { before: held }), ...(taken === undefined ? {} : { after: taken }) },
      nowMs,
    ),
    ...joined.map((userId) => table.put(InternalChatMember, { companyId, userId, chatId: id }, 'any', nowMs)),
    ...left.map((userId) => table.delete(InternalChatMember, { userId, chatId: id })),
    ...(after === undefined
      ? [setTimerItem(table, { kind: 'internal-chat-removal', subject: id, dueAt: nowMs }, { ids, nowMs })]
      : []),
  ];
};

/** Returns a message of a chat. One consistent read. */
export const loadChatMessage = (
  table: Table,
  chatId: number,
  id: number,
): Promise<InternalChatMessageRow | undefined> =>
  table.get(InternalChatMessage, { chatId, id }, { consistent: true });

/** Returns a page of the messages of a chat, newest first. One consistent query: a unit for every 4 kB. */
export const readChatMessages = (
  table: Table,
  chatId: number,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Page<InternalChatMessageRow>> => {
  const { pk } = keys.internalChatMessage({ chatId, id: 0 });
  return table.query(InternalChatMessage, {
    pk,
    prefix: 'MESSAGE#',
    order: 'desc',
    ...(after === undefined ? {} : { after }),
    limit,
    lookAhead: true,
    consistent: true,
  });
};

/** Returns the write that stores a new message of a chat. */
export const chatMessageItem = (
  table: Table,
  message: InternalChatMessageFields,
  nowMs: number,
): WriteItem & { op: 'put' } => table.put(InternalChatMessage, message, 'absent', nowMs);

/** Messages removed at a time; one has up to 13 kB. */
const REMOVED_AT_ONCE = 100;

/**
 * Removes the messages of a removed chat, for as long as `isInTime` says, and their files a little later. May be
 * repeated and interrupted: a message goes only after the removal of its file is set.
 * @returns whether everything is gone
 */
export const removeRestOfChat = async (
  table: Table,
  chatId: number,
  isInTime: () => boolean,
  { ids, nowMs }: { ids: Ids; nowMs: number },
): Promise<boolean> => {
  const dueAt = nowMs + FILE_REMOVAL_AFTER_MS;
  while (isInTime()) {
    const { rows } = await readChatMessages(table, chatId, { after: undefined, limit: REMOVED_AT_ONCE });
    if (rows.length === 0) return true;
    await writeBatch(
      rows.flatMap(({ media }) =>
        media === null
          ? []
          : [setTimerItem(table, { kind: 'file-removal', subject: media.key, dueAt }, { ids, nowMs })],
      ),
    );
    await writeBatch(rows.map((row) => table.delete(InternalChatMessage, row)));
  }
  return false;
};
