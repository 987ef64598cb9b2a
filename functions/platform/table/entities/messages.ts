import { answerCountSchema } from '@prosa/shared/entities/answer-count.ts';
import { idSchema, instantSchema } from '@prosa/shared/entities/common.ts';
import {
  clientMessageSchema,
  isOnItsWay,
  messageSchema,
  providerMessageSchema,
} from '@prosa/shared/entities/message.ts';
import { conversationSchema } from '@prosa/shared/entities/ticket.ts';
import * as z from 'zod';
import { afterInstant, DAY_S, defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

/** Number of shards of the index of sends without an outcome. Every send writes to the index twice. */
export const SEND_SHARDS = 8;
export const Conversation = defineEntity({
  name: 'conversation',
  schema: conversationSchema,
  scope: 'tenant',
  key: keys.conversation,
});
export const Message = defineEntity({
  name: 'message',
  schema: messageSchema,
  scope: 'tenant',
  schemaVersion: 4,
  // Version 2 only adds votes and pins, version 3 campaigns, and version 4 arrivals, so earlier messages stay valid.
  upgrade: { 1: (fields) => fields, 2: (fields) => fields, 3: (fields) => fields },
  secrets: ['secret'],
  attributes: ['fromMe', 'ack', 'attempt', 'sendState', 'sendError', 'takenAt'],
  key: keys.message,
  indexes: {
    g2: (item) =>
      item.media?.state === 'stored' && !item.isDeleted && item.mediaType !== 'stickerMessage'
        ? keys.messageWithFile(item)
        : undefined,
  },
  globalIndexes: {
    // A message that is being sent is in the index of overdue sends until it has an outcome.
    g1: (item) =>
      item.outcomeDueAt !== null && isOnItsWay(item)
        ? keys.global.dueSend({
            shard: (item.companyId + item.contactId) % SEND_SHARDS,
            dueAt: item.outcomeDueAt,
            companyId: item.companyId,
            messageId: item.id,
          })
        : undefined,
  },
});
export const ProviderMessage = defineEntity({
  name: 'providerMessage',
  schema: providerMessageSchema,
  scope: 'tenant',
  schemaVersion: 4,
  // Versions 2 to 4 only add kinds of parked changes, their arrivals and their chats, so earlier markers stay valid.
  upgrade: { 1: (fields) => fields, 2: (fields) => fields, 3: (fields) => fields },
  key: keys.providerMessage,
  // Markers of stored messages stay forever; markers that wait for a message expire in case it never comes.
  expiresAt: (item) =>
    item.messageId === null && item.parkedAt !== undefined
      ? afterInstant(item.parkedAt, 8 * DAY_S)
      : undefined,
});
export const ClientMessage = defineEntity({
  name: 'clientMessage',
  schema: clientMessageSchema,
  scope: 'tenant',
  key: keys.clientMessage,
});
export const MessageToken = defineEntity({
  name: 'messageToken',
  schema: z.object({
    companyId: idSchema,
    word: z.string(),
    messageId: z.string(),
    sortKey: z.string(),
    ticketId: idSchema,
  }),
  scope: 'tenant',
  key: keys.messageToken,
});
/** An upload in progress: created with the presigned form, consumed by the message that refers to the file. */
export const Upload = defineEntity({
  name: 'upload',
  schema: z.object({
    companyId: idSchema,
    key: z.string(),
    userId: idSchema,
    fileName: z.string(),
    mimeType: z.string(),
    at: instantSchema,
    usedBy: z.string().nullable().default(null),
  }),
  scope: 'tenant',
  key: keys.upload,
  expiresAt: (item) => (item.usedBy === null ? afterInstant(item.at, DAY_S) : undefined),
});

/** Longer than answers count towards the limit. */
const ANSWER_COUNT_S = 3600;
export const AnswerCount = defineEntity({
  name: 'answerCount',
  schema: answerCountSchema,
  scope: 'tenant',
  key: keys.answerCount,
  expiresAt: ({ countedAt }) => {
    const last = countedAt.at(-1);
    return last === undefined ? undefined : afterInstant(last, ANSWER_COUNT_S);
  },
});
