import { errorFields, log } from '@prosa/functions/platform/log.ts';
import type { ReceivedMessage } from '@prosa/functions/platform/queue/receive-messages.ts';
import {
  SESSION_COMMAND_MAX_RECEIVES,
  type SessionCommand,
  sessionCommandSchema,
} from '@prosa/shared/messaging/session-command.ts';
import type { CommandSource } from './command-source.ts';

/** `later`: another host owns the connection, or it is not up yet. */
export type CommandOutcome = 'done' | 'later';
/** `isLastTry`: a command that is `later` now never comes again. */
export type HandleCommand = (command: SessionCommand, isLastTry: boolean) => Promise<CommandOutcome>;

/** Another host gives its connections back within seconds of a deploy; after its death they are taken within 45. */
const MAX_LATER_S = 10;
const laterS = (receives: number): number => Math.min(2 ** receives, MAX_LATER_S);
const isLastTry = ({ receives }: ReceivedMessage): boolean => receives >= SESSION_COMMAND_MAX_RECEIVES;
const AFTER_ERROR_S = 5;
const RECEIVE_RETRY_MS = 1000;
/** Commands in work at once; each waits for WhatsApp most of its time. */
const MAX_IN_WORK = 64;

/**
 * Reads commands and hands them on: those of one group one after the other, groups side by side. A command is removed
 * from its queue only after it was dealt with.
 */
export class CommandLoop {
  private readonly source: CommandSource;
  private readonly handle: HandleCommand;
  private readonly stopped = new AbortController();
  private readonly inWork = new Set<Promise<void>>();
  private settled: string[] = [];
  private settling: Promise<void> | undefined;
  private loop: Promise<void> | undefined;

  constructor(source: CommandSource, handle: HandleCommand) {
    this.source = source;
    this.handle = handle;
  }

  start(): void {
    this.loop ??= this.run();
  }

  /** Takes no more commands and waits for those in work. */
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
        while (this.inWork.size > MAX_IN_WORK) await Promise.race(this.inWork);
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
      if (isLastTry(message)) {
        // It goes to the dead letters alone: those behind it used up their tries waiting for it.
        await this.giveBack([message], 0);
        continue;
      }
      // Nothing of the group may pass a command that waits.
      await this.giveBack(group.slice(index), delayS);
      return;
    }
  }

  private async work(message: ReceivedMessage): Promise<number | undefined> {
    try {
      const command = sessionCommandSchema.safeParse(JSON.parse(message.body));
      if (!command.success) throw new Error('command does not fit its schema');
      const outcome = await this.handle(command.data, isLastTry(message));
      if (outcome === 'later') return laterS(message.receives);
      await this.settle(message.receipt);
      return undefined;
    } catch (error) {
      log.error('command failed', { commandId: message.id, ...errorFields(error) });
      return AFTER_ERROR_S;
    }
  }

  /** Removals that come together share a call. */
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
