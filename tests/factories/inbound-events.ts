import { randomUUID } from 'node:crypto';
import {
  type InboundEvent,
  type InboundEventOf,
  inboundEventSchema,
} from '@prosa/shared/messaging/inbound-event.ts';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { plant } from '../support/plant.ts';

export interface Where {
  companyId: number;
  connectionId: number;
}

/** An hour before the tests began: what attendants do in a test comes after it. */
const EARLIER = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;

const base = (where: Where) => ({
  v: 1 as const,
  channel: 'whatsapp' as const,
  receivedAt: EARLIER,
  ...where,
});

/** The conversation in which a change was asked for; none where the provider vouches for it. */
type ClaimedIn = InboundEventOf<'message'>['chat'];

/** A text from a person. */
export const textEvent = (
  where: Where,
  from: string,
  text: string,
  fields: Partial<InboundEventOf<'message'>> = {},
): InboundEventOf<'message'> => ({
  ...base(where),
  type: 'message',
  providerMessageId: `M-${randomUUID()}`,
  sentAt: EARLIER,
  fromMe: false,
  isForwarded: false,
  chat: { isGroup: false, identities: [{ kind: 'phone', value: plant(from) }], name: `Name of ${from}` },
  content: { kind: 'text', text: plant(text) },
  ...fields,
});

export const receiptEvent = (where: Where, providerMessageId: string, ack: number): InboundEvent => ({
  ...base(where),
  type: 'receipt',
  providerMessageId,
  ack,
});

export const editEvent = (
  where: Where,
  targetProviderMessageId: string,
  text: string,
  sentAt: number,
  fromMe = false,
  chat?: ClaimedIn,
): InboundEvent => ({
  ...base(where),
  receivedAt: Math.max(EARLIER, sentAt),
  type: 'edit',
  targetProviderMessageId,
  text,
  fromMe,
  sentAt,
  ...(chat === undefined ? {} : { chat }),
});

export const revokeEvent = (
  where: Where,
  targetProviderMessageId: string,
  fromMe = false,
  chat?: ClaimedIn,
): InboundEvent => ({
  ...base(where),
  type: 'revoke',
  targetProviderMessageId,
  fromMe,
  sentAt: EARLIER,
  ...(chat === undefined ? {} : { chat }),
});

/** What became of a message's file. */
export const mediaEvent = (
  where: Where,
  messageId: string,
  result: InboundEventOf<'media'>['result'],
): InboundEventOf<'media'> => ({ ...base(where), type: 'media', messageId, result });

/** Events as the queue hands them to the worker; all of one FIFO group unless told otherwise. */
export const sqsEvent = (
  bodies: readonly (InboundEvent | string)[],
  groupOf = (_index: number) => 'one',
): SQSEvent => ({
  Records: bodies.map((body, index) => ({
    messageId: `sqs-${index}`,
    receiptHandle: 'handle',
    body: typeof body === 'string' ? body : JSON.stringify(inboundEventSchema.parse(body)),
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: String(EARLIER),
      SenderId: 'test',
      ApproximateFirstReceiveTimestamp: String(EARLIER),
      MessageGroupId: groupOf(index),
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:us-east-1:0:inbound.fifo',
    awsRegion: 'us-east-1',
  })),
});

/** The positions of the records that failed. */
export const failedIndexes = (response: SQSBatchResponse): number[] =>
  response.batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier.slice('sqs-'.length)));
