import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { LocalQueue, MessageAttribute, ReceivedMessage } from './sqs-queue.ts';
import { queueFileName, type SqsStore } from './sqs-store.ts';

/** SQS's limit of 1 MiB, per message and per batch. */
const MAX_BYTES = 1024 * 1024;
const MAX_DELAY_S = 900;
const MAX_BATCH = 10;
/** Group and deduplication ids: ASCII letters, digits and punctuation (SQS, `SendMessage`). */
const SQS_ID = /^[!-~]{1,128}$/;
/** Ids of the entries of a batch (SQS, `SendMessageBatch`). */
const ENTRY_ID = /^[\w-]{1,80}$/;
/** Characters outside XML 1.0 (SQS, `SendMessage`). */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const MAX_VISIBILITY_S = 43_200;
const MAX_WAIT_S = 20;
const ACCOUNT = '000000000000';

/** An error response with SQS's code and message. */
export class SqsError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'SqsError';
    this.code = code;
  }
}

const attributesSchema = z.record(
  z.string(),
  z.object({ DataType: z.string(), StringValue: z.string().optional(), BinaryValue: z.string().optional() }),
);
/** Only the types: what SQS judges entry by entry is judged by {@link send}. */
const draftSchema = z.object({
  MessageBody: z.string().default(''),
  DelaySeconds: z.number().optional(),
  MessageGroupId: z.string().optional(),
  MessageDeduplicationId: z.string().optional(),
  MessageAttributes: attributesSchema.optional(),
});
const visibilitySchema = z.number().int().min(0).max(MAX_VISIBILITY_S);
const id = { Id: z.string() };
const entries = <T extends z.ZodType>(entry: T) => z.array(entry);

const schemas = {
  SendMessage: draftSchema,
  SendMessageBatch: z.object({ Entries: entries(draftSchema.extend(id)) }),
  ReceiveMessage: z.object({
    MaxNumberOfMessages: z.number().int().min(1).max(10).default(1),
    WaitTimeSeconds: z.number().int().min(0).max(MAX_WAIT_S).default(0),
    VisibilityTimeout: visibilitySchema.optional(),
  }),
  DeleteMessage: z.object({ ReceiptHandle: z.string() }),
  DeleteMessageBatch: z.object({ Entries: entries(z.object({ ...id, ReceiptHandle: z.string() })) }),
  ChangeMessageVisibility: z.object({ ReceiptHandle: z.string(), VisibilityTimeout: visibilitySchema }),
  ChangeMessageVisibilityBatch: z.object({
    Entries: entries(z.object({ ...id, ReceiptHandle: z.string(), VisibilityTimeout: visibilitySchema })),
  }),
};
const queueSchema = z.object({ QueueUrl: z.string() });
const queueNameSchema = z.object({ QueueName: z.string() });
const moveTaskSchema = z.object({ SourceArn: z.string() });

const md5 = (data: string | Uint8Array): string => createHash('md5').update(data).digest('hex');

const lengthPrefixed = (data: string | Uint8Array): Buffer => {
  const bytes = Buffer.from(data);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

/** Returns the MD5 digest of message attributes that SQS documents. */
const attributesMd5 = (attributes: Record<string, MessageAttribute>): string =>
  md5(
    Buffer.concat(
      Object.entries(attributes)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([name, { DataType, StringValue, BinaryValue }]) => [
          lengthPrefixed(name),
          lengthPrefixed(DataType),
          Buffer.from([BinaryValue === undefined ? 1 : 2]),
          lengthPrefixed(
            BinaryValue === undefined ? (StringValue ?? '') : Buffer.from(BinaryValue, 'base64'),
          ),
        ]),
    ),
  );

const parse = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new SqsError(
    'InvalidParameterValue',
    `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`,
  );
};

/** Returns what SQS counts of a message: its body, and the names, types and values of its attributes. */
const bytesOf = ({ MessageBody, MessageAttributes = {} }: z.output<typeof draftSchema>): number =>
  Object.entries(MessageAttributes).reduce(
    (sum, [name, { DataType, StringValue = '', BinaryValue }]) =>
      sum +
      Buffer.byteLength(name + DataType + StringValue) +
      (BinaryValue === undefined ? 0 : Buffer.byteLength(BinaryValue, 'base64')),
    Buffer.byteLength(MessageBody),
  );

const requireId = (name: string, value: string | undefined): void => {
  if (value === undefined || SQS_ID.test(value)) return;
  throw new SqsError(
    'InvalidParameterValue',
    `Value for parameter ${name} is invalid. Reason: ${name} can only include alphanumeric and punctuation characters. 1 to 128 in length.`,
  );
};

/** @throws SqsError for a message that SQS refuses, whatever the state of the queue */
const requireSendable = (queue: LocalQueue, draft: z.output<typeof draftSchema>): void => {
  const { MessageBody: body, DelaySeconds: delayS = 0 } = draft;
  if (body === '')
    throw new SqsError('MissingParameter', 'The request must contain the parameter MessageBody.');
  if (bytesOf(draft) > MAX_BYTES) {
    throw new SqsError(
      'InvalidParameterValue',
      `One or more parameters are invalid. Reason: Message must be shorter than ${MAX_BYTES} bytes.`,
    );
  }
  // AWS documents both a refusal and a replacement by U+FFFD; this is the stricter one.
  if (NOT_XML.test(body)) {
    throw new SqsError(
      'InvalidMessageContents',
      'Invalid characters found. Valid unicode characters are XML 1.0.',
    );
  }
  requireId('MessageGroupId', draft.MessageGroupId);
  requireId('MessageDeduplicationId', draft.MessageDeduplicationId);
  if (!Number.isInteger(delayS) || delayS < 0 || delayS > MAX_DELAY_S) {
    throw new SqsError('InvalidParameterValue', `DelaySeconds must be >= 0 and <= ${MAX_DELAY_S}.`);
  }
  if (queue.fifo && draft.MessageGroupId === undefined) {
    throw new SqsError('MissingParameter', 'The request must contain the parameter MessageGroupId.');
  }
  if (queue.fifo && draft.MessageDeduplicationId === undefined) {
    throw new SqsError('InvalidParameterValue', 'The queue needs a MessageDeduplicationId.');
  }
  if (!queue.fifo && draft.MessageDeduplicationId !== undefined) {
    throw new SqsError('InvalidParameterValue', 'MessageDeduplicationId is not valid for this queue type.');
  }
  if (queue.fifo && delayS > 0) {
    throw new SqsError('InvalidParameterValue', 'DelaySeconds is not valid for a message of a FIFO queue.');
  }
};

const send = (queue: LocalQueue, draft: z.output<typeof draftSchema>) => {
  requireSendable(queue, draft);
  const { MessageBody: body, MessageAttributes: attributes } = draft;
  const { id: messageId, sequence } = queue.send({
    body,
    groupId: draft.MessageGroupId,
    deduplicationId: draft.MessageDeduplicationId,
    delayMs: (draft.DelaySeconds ?? 0) * 1000,
    attributes,
  });
  return {
    MessageId: messageId,
    MD5OfMessageBody: md5(body),
    ...(attributes === undefined ? {} : { MD5OfMessageAttributes: attributesMd5(attributes) }),
    ...(queue.fifo ? { SequenceNumber: sequenceText(sequence) } : {}),
  };
};

const sequenceText = (sequence: number): string => String(sequence).padStart(20, '0');

/** Returns the system attributes, as in both ReceiveMessage and a Lambda event. */
export const systemAttributes = (message: ReceivedMessage) => ({
  SenderId: 'LOCAL',
  SentTimestamp: String(message.sentAtMs),
  ApproximateReceiveCount: String(message.receives),
  ApproximateFirstReceiveTimestamp: String(message.firstReceivedAtMs ?? message.sentAtMs),
  ...(message.groupId === undefined ? {} : { MessageGroupId: message.groupId }),
  ...(message.deduplicationId === undefined ? {} : { MessageDeduplicationId: message.deduplicationId }),
  ...(message.deduplicationId === undefined ? {} : { SequenceNumber: sequenceText(message.sequence) }),
});

export const bodyMd5 = (message: ReceivedMessage): string => md5(message.body);

const toReceived = (message: ReceivedMessage) => ({
  MessageId: message.id,
  ReceiptHandle: message.receipt,
  MD5OfBody: md5(message.body),
  Body: message.body,
  Attributes: systemAttributes(message),
  ...(message.attributes === undefined
    ? {}
    : { MessageAttributes: message.attributes, MD5OfMessageAttributes: attributesMd5(message.attributes) }),
});

const receive = async (
  queue: LocalQueue,
  { MaxNumberOfMessages: max, WaitTimeSeconds, VisibilityTimeout }: z.output<typeof schemas.ReceiveMessage>,
  gone: AbortSignal | undefined,
): Promise<ReceivedMessage[]> => {
  const visibilityMs = VisibilityTimeout === undefined ? undefined : VisibilityTimeout * 1000;
  const found = queue.receive(max, visibilityMs);
  if (found.length > 0 || WaitTimeSeconds === 0) return found;
  return new Promise((resolve) => {
    const finish = (messages: ReceivedMessage[]) => {
      stopListening();
      cancelTimer();
      gone?.removeEventListener('abort', leave);
      resolve(messages);
    };
    // A caller that disconnected must not receive messages.
    const leave = () => finish([]);
    const stopListening = queue.onChange(() => {
      const messages = queue.receive(max, visibilityMs);
      if (messages.length > 0) finish(messages);
    });
    const { clock } = queue.options;
    const cancelTimer = clock.at(clock.now() + WaitTimeSeconds * 1000, leave);
    gone?.addEventListener('abort', leave);
  });
};

/** Returns one result or error per entry of a batch. */
const eachEntry = <T extends { Id: string }, R extends object>(batch: readonly T[], act: (entry: T) => R) => {
  const Successful: (R & { Id: string })[] = [];
  const Failed: { Id: string; SenderFault: boolean; Code: string; Message: string }[] = [];
  if (batch.length === 0) throw new SqsError('EmptyBatchRequest', 'There should be at least one entry.');
  if (batch.length > MAX_BATCH) {
    throw new SqsError(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request are ${MAX_BATCH}.`,
    );
  }
  if (batch.some((entry) => !ENTRY_ID.test(entry.Id))) {
    throw new SqsError(
      'InvalidBatchEntryId',
      'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
    );
  }
  if (new Set(batch.map((entry) => entry.Id)).size < batch.length) {
    throw new SqsError('BatchEntryIdsNotDistinct', 'Two or more batch entries have the same Id.');
  }
  for (const entry of batch) {
    try {
      Successful.push({ Id: entry.Id, ...act(entry) });
    } catch (error) {
      if (!(error instanceof SqsError)) throw error;
      Failed.push({ Id: entry.Id, SenderFault: true, Code: error.code, Message: error.message });
    }
  }
  return { Successful, ...(Failed.length === 0 ? {} : { Failed }) };
};

const remove = (queue: LocalQueue, receipt: string): object => {
  queue.delete(receipt);
  return {};
};

const changeVisibility = (queue: LocalQueue, receipt: string, seconds: number): object => {
  if (!queue.changeVisibility(receipt, seconds * 1000)) {
    throw new SqsError('InvalidParameterValue', 'The message referred to is not in flight.');
  }
  return {};
};

const describe = (queue: LocalQueue) => {
  const { ready, inFlight, delayed } = queue.counts();
  const { maxReceives, deadLetter } = queue.options;
  return {
    Attributes: {
      QueueArn: queueArn(queue),
      ApproximateNumberOfMessages: String(ready),
      ApproximateNumberOfMessagesNotVisible: String(inFlight),
      ApproximateNumberOfMessagesDelayed: String(delayed),
      VisibilityTimeout: String(queue.visibilityMs / 1000),
      ...(queue.fifo ? { FifoQueue: 'true', ContentBasedDeduplication: 'false' } : {}),
      ...(deadLetter === undefined
        ? {}
        : {
            RedrivePolicy: JSON.stringify({
              deadLetterTargetArn: queueArn(deadLetter),
              maxReceiveCount: maxReceives,
            }),
          }),
    },
  };
};

export const queueArn = (queue: LocalQueue): string =>
  `arn:aws:sqs:local:${ACCOUNT}:${queueFileName(queue.name, queue.fifo)}`;

export const queueUrl = (endpoint: string, queue: LocalQueue): string =>
  `${endpoint}/${ACCOUNT}/${queueFileName(queue.name, queue.fifo)}`;

/**
 * Answers one action of the AWS JSON protocol.
 * @param gone aborts when the caller of a long poll has disconnected
 * @throws SqsError for requests that SQS would refuse
 */
export const answerSqs = async (
  store: SqsStore,
  endpoint: string,
  action: string,
  body: unknown,
  gone?: AbortSignal,
): Promise<object> => {
  const named = (fileName: string): LocalQueue => {
    const queue = store
      .queues()
      .find((held) => queueFileName(held.name, held.fifo) === fileName || held.name === fileName);
    if (queue === undefined) throw new SqsError('QueueDoesNotExist', 'The specified queue does not exist.');
    return queue;
  };
  if (action === 'GetQueueUrl')
    return { QueueUrl: queueUrl(endpoint, named(parse(queueNameSchema, body).QueueName)) };
  if (action === 'StartMessageMoveTask') {
    const { name } = named(parse(moveTaskSchema, body).SourceArn.split(':').pop() ?? '');
    // In AWS this is an asynchronous task.
    store.redrive(name.replace(/-dlq$/, ''));
    return { TaskHandle: name };
  }
  const queue = named(parse(queueSchema, body).QueueUrl.split('/').pop() ?? '');
  switch (action) {
    case 'SendMessage':
      return send(queue, parse(schemas.SendMessage, body));
    case 'SendMessageBatch': {
      const { Entries } = parse(schemas.SendMessageBatch, body);
      if (Entries.reduce((sum, entry) => sum + bytesOf(entry), 0) > MAX_BYTES) {
        throw new SqsError('BatchRequestTooLong', `Batch requests cannot be longer than ${MAX_BYTES} bytes.`);
      }
      return eachEntry(Entries, (entry) => send(queue, entry));
    }
    case 'ReceiveMessage': {
      const messages = await receive(queue, parse(schemas.ReceiveMessage, body), gone);
      return messages.length === 0 ? {} : { Messages: messages.map(toReceived) };
    }
    case 'DeleteMessage':
      return remove(queue, parse(schemas.DeleteMessage, body).ReceiptHandle);
    case 'DeleteMessageBatch':
      return eachEntry(parse(schemas.DeleteMessageBatch, body).Entries, (entry) =>
        remove(queue, entry.ReceiptHandle),
      );
    case 'ChangeMessageVisibility': {
      const { ReceiptHandle, VisibilityTimeout } = parse(schemas.ChangeMessageVisibility, body);
      return changeVisibility(queue, ReceiptHandle, VisibilityTimeout);
    }
    case 'ChangeMessageVisibilityBatch':
      return eachEntry(parse(schemas.ChangeMessageVisibilityBatch, body).Entries, (entry) =>
        changeVisibility(queue, entry.ReceiptHandle, entry.VisibilityTimeout),
      );
    case 'GetQueueAttributes':
      return describe(queue);
    case 'PurgeQueue':
      queue.purge();
      return {};
    default:
      throw new SqsError('InvalidAction', `The action ${action} is not served here.`);
  }
};
