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

/** Shards of the index of sends without an outcome; every send writes there twice. */
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
  secrets: ['secret'],
  attributes: ['fromMe', 'ack', 'attempt', 'sendState', 'sendError'],
  key: keys.message,
  indexes: {
    g2: (item) =>
      item.media?.state === 'stored' && !item.isDeleted && item.mediaType !== 'stickerMessage'
        ? keys.messageWithFile(item)
        : undefined,
  },
  globalIndexes: {
    // A message on its way stands where overdue sends are looked for; whatever settles it takes it out.
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
  key: keys.providerMessage,
  // Markers of stored messages stay for ever; what waits for a message that never came does not.
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
/** A file on its way: made at presigning, consumed by the message that names it. */
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

/** Longer than answers count. */
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
