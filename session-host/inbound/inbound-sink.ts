import { randomUUID } from 'node:crypto';
import { eventBody } from '@prosa/functions/domain/inbound/event-body.ts';
import { errorFields, log } from '@prosa/functions/platform/log.ts';
import { type QueueMessage, sendMessages } from '@prosa/functions/platform/queue/send-messages.ts';
import { inboundGroupId } from '@prosa/shared/messaging/inbound-event.ts';
import type { Outgoing } from './inbound.ts';

const BATCH_MAX = 10;
/** A queue message may have 1 MiB, and so may a batch as a whole. */
const BATCH_MAX_BYTES = 900_000;
/** The receipts of one message arrive milliseconds apart. Waiting sends them in one call, for one run of the worker. */
const LINGER_MS = 5;
const CAN_WAIT: ReadonlySet<string> = new Set(['send-result', 'receipt']);
const RETRY_BASE_MS = 200;
const RETRY_MAX_MS = 10_000;

export type SendBatch = (messages: readonly QueueMessage[]) => Promise<void>;

interface Waiting {
  message: QueueMessage;
  sent: () => void;
}

const toInboundQueue: SendBatch = (messages) => sendMessages('inbound', true, messages);

/**
 * Sends events to the inbound queue in order, in batches of those that arrived meanwhile. A batch is retried until
 * the queue accepts it, however long that takes; events that wait here are also in the write-ahead log. An event that
 * the queue refuses for good is kept in the bucket (`sendMessages`), and the others go on.
 */
export class InboundSink {
  private readonly send: SendBatch;
  private waiting: Waiting[] = [];
  private running: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(send: SendBatch = toInboundQueue) {
    this.send = send;
  }

  get depth(): number {
    return this.waiting.length;
  }

  /** Resolves when the queue has accepted the event, or refused it for good. */
  push({ event, chatKey }: Outgoing): Promise<void> {
    const { companyId, connectionId } = event;
    const message: QueueMessage = {
      id: dedupeId(event),
      body: eventBody(event),
      groupId: inboundGroupId({ companyId, connectionId }, chatKey),
    };
    return new Promise((sent) => {
      this.waiting.push({ message, sent });
      if (CAN_WAIT.has(event.type)) this.timer ??= setTimeout(() => this.wake(), LINGER_MS);
      else this.wake();
    });
  }

  /** Resolves when no event waits. */
  async drained(): Promise<void> {
    if (this.waiting.length > 0) this.wake();
    await this.running;
  }

  private wake(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.running ??= this.run();
  }

  private async run(): Promise<void> {
    await Promise.resolve();
    for (let failures = 0; this.waiting.length > 0; ) {
      const batch = takeBatch(this.waiting);
      try {
        await this.send(batch.map(({ message }) => message));
        this.waiting.splice(0, batch.length);
        failures = 0;
        for (const { sent } of batch) sent();
      } catch (error) {
        failures += 1;
        log.warn('inbound queue does not accept', {
          waiting: this.waiting.length,
          failures,
          ...errorFields(error),
        });
        const ceilingMs = Math.min(RETRY_MAX_MS, RETRY_BASE_MS * 2 ** failures);
        await new Promise((resolve) => setTimeout(resolve, ceilingMs * Math.random()));
      }
    }
    this.running = undefined;
  }
}

const takeBatch = (waiting: readonly Waiting[]): Waiting[] => {
  const batch: Waiting[] = [];
  let bytes = 0;
  const ids = new Set<string>();
  for (const item of waiting.slice(0, BATCH_MAX)) {
    bytes += Buffer.byteLength(item.message.body);
    if (batch.length > 0 && (bytes > BATCH_MAX_BYTES || ids.has(item.message.id))) break;
    ids.add(item.message.id);
    batch.push(item);
  }
  return batch;
};

/**
 * Returns the deduplication id. The queue drops a repeated id for five minutes, so a replayed message costs nothing
 * downstream. A message and its placeholder have different ids.
 */
const dedupeId = (event: Outgoing['event']): string => {
  if (event.type !== 'message') return randomUUID();
  const { companyId, connectionId, providerMessageId } = event;
  const kind = event.content.kind === 'placeholder' ? 'p' : 'm';
  return `${kind}:${companyId}:${connectionId}:${providerMessageId}`;
};
