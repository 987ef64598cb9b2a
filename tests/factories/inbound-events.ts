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

/** An hour before the tests began, so that attendants' actions in a test come later. */
const EARLIER = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;

const base = (where: Where) => ({
  v: 1 as const,
  channel: 'whatsapp' as const,
  receivedAt: EARLIER,
  ...where,
});

/** The conversation in which a change was requested; none if the provider vouches for it. */
type ClaimedIn = InboundEventOf<'message'>['chat'];

/** Returns the event of a customer's text. */
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

/** Returns the event with the result of a message's file download. */
export const mediaEvent = (
  where: Where,
  messageId: string,
  result: InboundEventOf<'media'>['result'],
): InboundEventOf<'media'> => ({ ...base(where), type: 'media', messageId, result });

/** Returns the event with which SQS calls a worker; all records are of one FIFO group by default. */
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

/** Returns the positions of the failed records. */
export const failedIndexes = (response: SQSBatchResponse): number[] =>
  response.batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier.slice('sqs-'.length)));
