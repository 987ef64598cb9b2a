import { toInstant } from '@prosa/functions/platform/clock.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import {
  InternalChat,
  InternalChatMessage,
} from '@prosa/functions/platform/table/entities/internal-chats.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import { internalChatItems } from '@prosa/functions/repositories/organisation/internal-chats.ts';
import type {
  InternalChat as ChatFields,
  InternalChatMessage as MessageFields,
} from '@prosa/shared/entities/internal-chat.ts';
import { internalChatSchema } from '@prosa/shared/entities/internal-chat.ts';
import type { TestCompany, TestUser } from './company.ts';

/**
 * Stores a group of the first user with the others, who have read nothing, and its messages, all by the first user.
 * Returns its id.
 */
export const plantChat = async (
  { id: companyId, table }: TestCompany,
  members: readonly [TestUser, ...TestUser[]],
  {
    messages = [],
    ...fields
  }: Partial<Omit<ChatFields, 'messages'>> & {
    messages?: readonly Partial<MessageFields>[];
  } = {},
): Promise<number> => {
  const id = await nextId(table, InternalChat);
  const nowMs = Date.now();
  const [owner] = members;
  const chat = internalChatSchema.parse({
    uuid: systemIds.uuid(),
    title: `Grupo ${id}`,
    isGroup: true,
    ownerId: owner.id,
    members: members.map((member, at) => ({ userId: member.id, read: at === 0 ? messages.length : 0 })),
    lastMessage: messages.at(-1)?.message ?? '',
    activityAt: toInstant(nowMs),
    ...fields,
    messages: messages.length,
    companyId,
    id,
  });
  await commit(internalChatItems(table, undefined, chat, { ids: systemIds, nowMs }));
  await writeBatch(
    messages.map((message, at) =>
      table.put(
        InternalChatMessage,
        { companyId, chatId: id, id: at + 1, senderId: owner.id, message: `mensagem ${at + 1}`, ...message },
        'any',
        nowMs,
      ),
    ),
  );
  return id;
};
