import { errorFields, log } from '@prosa/functions/platform/log.ts';
import type { ReceivedMessage } from '@prosa/functions/platform/queue/receive-messages.ts';
import { isLastReceive, retryDelayS } from '@prosa/shared/messaging/queue-retries.ts';
import { type SessionCommand, sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import type { Lane } from '@prosa/shared/resource-names.ts';
import { RecentMap } from '../inbound/recent-map.ts';
import type { CommandSource } from './command-source.ts';

/** `later`: another host owns the connection, or it is not connected yet. */
export type CommandOutcome = 'done' | 'later';
export interface Delivery {
  /** The last delivery: a `later` now is never retried. */
  isLastTry: boolean;
  /**
   * Whether no process has begun the command: it was never delivered before, or only to this process, which returned
   * it unchanged.
   */
  isUntouched: boolean;
}
export type HandleCommand = (command: SessionCommand, delivery: Delivery) => Promise<CommandOutcome>;

const SECOND_MS = 1000;
/** Returns the seconds that are left until a command's time ends. */
const leftS = (command: SessionCommand): number =>
  'waitsUntil' in command
    ? Math.max(0, Math.ceil((command.waitsUntil - Date.now()) / SECOND_MS))
    : Number.POSITIVE_INFINITY;
const RECEIVE_RETRY_MS = 1000;
/** Maximum of returned commands to remember: those that wait for their connection, or for an earlier command of it. */
const MAX_RETURNED = 10_000;
/** Maximum of groups processed in parallel; each mostly waits for WhatsApp. */
const MAX_IN_WORK: Readonly<Record<Lane, number>> = { prompt: 64, bulk: 32 };

/**
 * Reads the commands of a lane and passes them to the handler: those of one group one after the other, groups in
 * parallel. A command is deleted from its queue only after it was processed.
 */
export class CommandLoop {
  private readonly maxInWork: number;
  private readonly source: CommandSource;
  private readonly handle: HandleCommand;
  private readonly stopped = new AbortController();
  private readonly inWork = new Set<Promise<void>>();
  /** By command, how often it had been received when it was last returned unchanged. */
  private readonly returned = new RecentMap<string, number>(MAX_RETURNED);
  private settled: string[] = [];
  private settling: Promise<void> | undefined;
  private loop: Promise<void> | undefined;

  constructor(lane: Lane, source: CommandSource, handle: HandleCommand) {
    this.maxInWork = MAX_IN_WORK[lane];
    this.source = source;
    this.handle = handle;
  }

  start(): void {
    this.loop ??= this.run();
  }

  /** Takes no more commands and waits for those in progress. */
  async stop(): Promise<void> {
    this.stopped.abort();
    await this.loop;
    await Promise.all(this.inWork);
    await this.settling;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      try {
        const messages = await this.source.receive(signal);
        for (const group of Map.groupBy(messages, ({ groupId }) => groupId).values()) {
          const work = this.workGroup(group);
          this.inWork.add(work);
          void work.finally(() => this.inWork.delete(work));
        }
        while (this.inWork.size > this.maxInWork) await Promise.race(this.inWork);
      } catch (error) {
        if (signal.aborted) return;
        log.warn('commands cannot be read', errorFields(error));
        await new Promise((resolve) => setTimeout(resolve, RECEIVE_RETRY_MS * Math.random()));
      }
    }
  }

  private async workGroup(group: readonly ReceivedMessage[]): Promise<void> {
    for (const [index, message] of group.entries()) {
      const delayS = await this.work(message);
      if (delayS === undefined) continue;
      if (this.isLastTry(message)) {
        // It goes to the dead-letter queue alone; those behind it used up their attempts waiting for it.
        await this.giveBack([message], 0);
        continue;
      }
      this.keepUntouched(group.slice(index + 1));
      // No later command of the group may overtake a waiting one.
      await this.giveBack(group.slice(index), delayS);
      return;
    }
  }

  private async work(message: ReceivedMessage): Promise<number | undefined> {
    try {
      const command = sessionCommandSchema.safeParse(JSON.parse(message.body));
      if (!command.success) throw new Error('command does not fit its schema');
      const isUntouched = this.isUntouched(message);
      const outcome = await this.handle(command.data, {
        isLastTry: this.isLastTry(message),
        isUntouched,
      });
      if (outcome === 'later') {
        this.keepUntouched([message]);
        // If the command's time ends earlier, it is then reported as failed.
        return Math.min(this.delayS(message), leftS(command.data));
      }
      await this.settle(message.receipt);
      return undefined;
    } catch (error) {
      log.error('command failed', { commandId: message.id, ...errorFields(error) });
      return this.delayS(message);
    }
  }

  private isLastTry({ receives }: ReceivedMessage): boolean {
    return isLastReceive(this.source.queue, receives);
  }

  private delayS({ receives }: ReceivedMessage): number {
    return retryDelayS(this.source.queue, receives);
  }

  private isUntouched({ id, receives }: ReceivedMessage): boolean {
    return receives === (this.returned.get(id) ?? 0) + 1;
  }

  private keepUntouched(messages: readonly ReceivedMessage[]): void {
    for (const message of messages)
      if (this.isUntouched(message)) this.returned.set(message.id, message.receives);
  }

  /** Deletions at the same time share a call. */
  private async settle(receipt: string): Promise<void> {
    this.settled.push(receipt);
    this.settling ??= Promise.resolve().then(async () => {
      while (this.settled.length > 0) {
        const receipts = this.settled;
        this.settled = [];
        await this.source.settle(receipts).catch((error: unknown) => {
          log.warn('commands not removed; they come again', errorFields(error));
        });
      }
      this.settling = undefined;
    });
    await this.settling;
  }

  private async giveBack(messages: readonly ReceivedMessage[], delayS: number): Promise<void> {
    await this.source
      .giveBack(
        messages.map(({ receipt }) => receipt),
        delayS,
      )
      .catch((error: unknown) =>
        log.warn('commands not given back; they come again later', errorFields(error)),
      );
  }
}
