import { errorFields, log } from '@prosa/functions/platform/log.ts';
import { PAIRING_CODE_LIFE_MS } from '@prosa/shared/entities/connection.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import type { SessionCommand, SessionCommandOf } from '@prosa/shared/messaging/session-command.ts';
import { LANES, type Lane } from '@prosa/shared/resource-names.ts';
import type { SendFailure } from '@prosa/shared/rules/send-failure.ts';
import type { WASocket } from 'baileys';
import { chatKey } from '../inbound/identities.ts';
import type { Outgoing } from '../inbound/inbound.ts';
import { RecentMap } from '../inbound/recent-map.ts';
import { checkNumbers } from '../outbound/check-numbers.ts';
import { type AskPhone, fetchMedia, requestUpload } from '../outbound/fetch-media.ts';
import {
  CONNECTION_LOST,
  changeMessage,
  checkNumber,
  markRead,
  markUnread,
  NOT_CONNECTED,
  type NumberResult,
  RATE_LIMITED,
  recipientJid,
  type SendResult,
  sendMessage,
  showTyping,
} from '../outbound/outbound.ts';
import { CommandLoop, type CommandOutcome, type Delivery } from './command-loop.ts';
import type { CommandSource } from './command-source.ts';
import { type ConnectionPorts, OPEN_WAIT_MS, WhatsappConnection } from './connection-life.ts';
import type { ConnectionHealth, HostHealth } from './health.ts';
import { HEALTH_TICK_MS, HealthReports, WaitingSends } from './health-reports.ts';
import { type HeldLease, LEASE_TIMING, LeaseTaker, type LeaseTiming } from './lease.ts';
import { type ConnectionRef, refKey } from './ports.ts';
import { within } from './within.ts';

export interface HostOptions extends ConnectionPorts {
  shard: number;
  /** Name of this host in leases: the same after a restart on the same data, unique otherwise. */
  owner: string;
  commands: Readonly<Record<Lane, CommandSource>>;
  timing?: LeaseTiming;
  /** Interval of checking the accounts' health; {@link HEALTH_TICK_MS} when absent. */
  healthTickMs?: number | undefined;
}

/** Maximum of sockets that are opened in parallel, so that a failover of many connections proceeds in waves. */
const MAX_OPENING = 6;
const OPENING_JITTER_MS = 100;
/** Sends whose command may be received again, because the queue did not accept its deletion. */
const RECENT_SENDS = 5_000;
/**
 * How long a message waits in this process. After that it waits in its queue, where it delays only its own
 * conversation.
 */
const SEND_OPEN_WAIT_MS = 5_000;
/** Time for ending the remaining work. Fargate kills the process two minutes after SIGTERM. */
export const DRAIN_MS = 30_000;

interface Running {
  connection: WhatsappConnection;
  lease: HeldLease;
}

/** A process with many connections: takes leases, opens sockets, carries out commands. */
export class SessionHost {
  private readonly options: HostOptions;
  private readonly taker: LeaseTaker;
  private readonly timing: LeaseTiming;
  private readonly loops: readonly CommandLoop[];
  private readonly running = new Map<string, Running>();
  private readonly wanted = new Map<string, ConnectionRef>();
  private readonly opening = new Map<string, Promise<Running | undefined>>();
  private readonly sent = new RecentMap<string, SendResult>(RECENT_SENDS);
  /** Messages that were sent a second time, because the response to the first send was lost. */
  private readonly repeated = new RecentMap<string, true>(RECENT_SENDS);
  private readonly waiting = new WaitingSends();
  private readonly healthReports: HealthReports;
  private takeover: NodeJS.Timeout | undefined;
  private readonly startedMs = performance.now();

  constructor(options: HostOptions) {
    this.options = options;
    this.timing = options.timing ?? LEASE_TIMING;
    this.taker = new LeaseTaker(options.store, options.owner, this.timing);
    this.healthReports = new HealthReports(options.store, this.waiting);
    this.loops = LANES.map(
      (lane) =>
        new CommandLoop(lane, options.commands[lane], (command, delivery) => this.handle(command, delivery)),
    );
  }

  /** Starts reading commands, and opens all connections that should be connected. */
  async start(): Promise<void> {
    for (const ref of await this.options.store.startedConnections(this.options.shard)) {
      this.wanted.set(refKey(ref), ref);
    }
    for (const loop of this.loops) loop.start();
    this.takeover = setInterval(() => void this.openWanted(), this.timing.renewMs / 2);
    this.healthReports.start(() => this.accounts(), this.options.healthTickMs ?? HEALTH_TICK_MS);
    await this.openWanted();
  }

  /**
   * Hands over to another host: takes no more commands, closes sockets, releases leases, and puts everything
   * decrypted on its queue.
   */
  async stop(): Promise<void> {
    clearInterval(this.takeover);
    this.healthReports.stop();
    this.wanted.clear();
    await this.options.history.stop();
    await drained(DRAIN_MS / 2, Promise.all(this.loops.map((loop) => loop.stop())));
    await Promise.all(
      [...this.running.values()].map(async ({ connection, lease }) => {
        await drained(DRAIN_MS / 4, connection.drain());
        await lease.release();
      }),
    );
    this.running.clear();
    await drained(DRAIN_MS / 4, this.options.sink.drained());
  }

  /** Ends at once without releasing anything, like a crash. For tests. */
  abort(): void {
    clearInterval(this.takeover);
    this.healthReports.stop();
    for (const { connection, lease } of this.running.values()) {
      lease.end();
      connection.end();
    }
    for (const loop of this.loops) void loop.stop();
  }

  health(): HostHealth {
    return {
      shard: this.options.shard,
      uptimeS: Math.round((performance.now() - this.startedMs) / 1000),
      residentMb: Math.round(process.memoryUsage.rss() / 1e6),
      walEntries: this.options.wal?.size ?? 0,
      walOldestMs: Math.round(this.options.wal?.oldestMs ?? 0),
      walStalledMs: Math.round(this.options.wal?.stalledMs ?? 0),
      inboundWaiting: this.options.sink.depth,
      connections: this.accounts(),
    };
  }

  private accounts(): ConnectionHealth[] {
    return [...this.running.values()].map(({ connection }) => connection.health);
  }

  private async openWanted(): Promise<void> {
    const missing = [...this.wanted.values()].filter((ref) => !this.running.has(refKey(ref)));
    const next = async (): Promise<void> => {
      for (let ref = missing.shift(); ref !== undefined; ref = missing.shift()) {
        // The host may have been stopped since this wave began.
        if (!this.wanted.has(refKey(ref))) continue;
        const running = await this.open(ref, false).catch((error: unknown) => {
          log.error('connection not opened', { ...ref, ...errorFields(error) });
        });
        // Leases of other hosts are read without a pause, because their waiting time starts with the first read.
        if (running === undefined) continue;
        await new Promise((resolve) => setTimeout(resolve, OPENING_JITTER_MS * this.options.random()));
      }
    };
    await Promise.all(Array.from({ length: Math.min(MAX_OPENING, missing.length) }, next));
  }

  /** Returns the running connection, opened if its lease is available; undefined while another host has it. */
  private open(ref: ConnectionRef, fresh: boolean): Promise<Running | undefined> {
    const name = refKey(ref);
    const known = this.running.get(name);
    if (known !== undefined) return Promise.resolve(known);
    const pending = this.opening.get(name);
    if (pending !== undefined) return pending;
    const opening = this.takeAndStart(ref, fresh).finally(() => this.opening.delete(name));
    this.opening.set(name, opening);
    return opening;
  }

  private async takeAndStart(ref: ConnectionRef, fresh: boolean): Promise<Running | undefined> {
    const name = refKey(ref);
    const lease = await this.taker.take(ref, () => {
      this.running.get(name)?.connection.end();
      this.running.delete(name);
    });
    if (lease === undefined) return undefined;
    const connection = new WhatsappConnection(ref, lease, this.options, () => {
      // A lost lease now belongs to another host. If the lease is still held, the connection ended for a reason that
      // needs a user.
      if (lease.isHeld) this.wanted.delete(name);
      void this.close(name, connection).catch((error: unknown) =>
        log.warn('lease not released', errorFields(error)),
      );
    });
    const running = { connection, lease };
    this.running.set(name, running);
    try {
      await connection.start(fresh);
    } catch (error) {
      await this.close(name, connection);
      throw error;
    }
    return running;
  }

  private async close(name: string, connection: WhatsappConnection): Promise<void> {
    const running = this.running.get(name);
    if (running?.connection !== connection) return;
    this.running.delete(name);
    await running.lease.release();
  }

  private async handle(command: SessionCommand, delivery: Delivery): Promise<CommandOutcome> {
    switch (command.type) {
      case 'start':
        return this.startConnection(command);
      case 'stop':
        return this.stopConnection(command);
      case 'restart':
        return this.restartConnection(command);
      case 'pair':
        return this.pairConnection(command);
      case 'send':
        return this.send(command, delivery);
      case 'fetch-media':
        return this.fetchMedia(command, delivery);
      case 'check-number':
        return this.checkNumber(command, delivery);
      case 'check-numbers':
        return this.checkNumbers(command, delivery);
      case 'edit':
      case 'delete':
        return this.change(command, delivery);
      case 'read':
        return this.read(command, delivery);
      case 'mark-unread':
        return this.markUnread(command, delivery);
      case 'typing':
        return this.showTyping(command);
      case 'fetch-profile':
        return this.fetchProfile(command, delivery);
    }
  }

  private async startConnection(command: SessionCommandOf<'start'>): Promise<CommandOutcome> {
    const ref = refOf(command);
    this.wanted.set(refKey(ref), ref);
    const known = this.running.get(refKey(ref));
    if (known !== undefined && !command.fresh) {
      known.connection.hurry();
      return 'done';
    }
    if (known !== undefined) {
      await known.connection.drain();
      await this.close(refKey(ref), known.connection);
    }
    return (await this.open(ref, command.fresh)) === undefined ? 'later' : 'done';
  }

  private async stopConnection(command: SessionCommandOf<'stop'>): Promise<CommandOutcome> {
    const ref = refOf(command);
    const name = refKey(ref);
    // A connection that is not running is opened just to unlink it.
    const running = this.running.get(name) ?? (command.logout ? await this.open(ref, false) : undefined);
    if (running === undefined && command.logout) return 'later';
    this.wanted.delete(name);
    if (running === undefined) return 'done';
    if (command.logout) await running.connection.whenOpen(OPEN_WAIT_MS);
    await running.connection.stop(command.logout, 'stopped');
    await this.close(name, running.connection);
    return 'done';
  }

  private async restartConnection(command: SessionCommandOf<'restart'>): Promise<CommandOutcome> {
    const ref = refOf(command);
    this.wanted.set(refKey(ref), ref);
    const known = this.running.get(refKey(ref));
    if (known !== undefined) {
      known.connection.restart();
      return 'done';
    }
    return (await this.open(ref, false)) === undefined ? 'later' : 'done';
  }

  /** Requests a pairing code, unless the request is outdated. */
  private async pairConnection(command: SessionCommandOf<'pair'>): Promise<CommandOutcome> {
    const ref = refOf(command);
    this.wanted.set(refKey(ref), ref);
    const { number, askedAt } = command;
    if (Date.now() - askedAt > PAIRING_CODE_LIFE_MS) return 'done';
    const running = this.running.get(refKey(ref)) ?? (await this.open(ref, false));
    if (running === undefined) return 'later';
    await running.connection.pair(number, askedAt);
    return 'done';
  }

  /**
   * Sends a message and reports the outcome. A command that is received again after it was carried out is only
   * reported again. A message that could not be sent in its time has failed: the attendant decides whether to send it
   * again.
   */
  private async send(command: SessionCommandOf<'send'>, delivery: Delivery): Promise<CommandOutcome> {
    const key = `${command.companyId}.${command.messageId}.${command.attempt}`;
    const outcome =
      this.sent.get(key) ??
      (await this.onSocket(command, delivery, async (socket, connection) => {
        const expiresIn = () => connection.timers.expirationFor(socket, command.to);
        const result = await sendMessage(socket, command, expiresIn, this.options.readObject);
        if (result.state === 'sent' && command.to[0]?.kind !== 'group')
          await this.noteTrust(command, socket, connection);
        return result;
      }));
    if (outcome === 'later') {
      this.waiting.add(command, key, command.waitsUntil);
      return 'later';
    }
    this.waiting.done(command, key);
    if (outcome.state === 'sent') this.sent.set(key, outcome);
    await this.report(command, chatKey(command.to), {
      type: 'send-result',
      messageId: command.messageId,
      attempt: command.attempt,
      result: outcome,
    });
    return 'done';
  }

  private async noteTrust(
    { to, ...command }: SessionCommandOf<'send'>,
    socket: WASocket,
    connection: WhatsappConnection,
  ): Promise<void> {
    await connection.noteTrust(socket, recipientJid(to)).catch((error: unknown) => {
      log.warn('trust not noted', { ...refOf(command), ...errorFields(error) });
    });
  }

  /** Edits or deletes a message, and reports only a failure, because the platform already shows the change. */
  private async change(
    command: SessionCommandOf<'edit' | 'delete'>,
    delivery: Delivery,
  ): Promise<CommandOutcome> {
    const outcome = await this.onSocket(command, delivery, (socket, { timers }) =>
      changeMessage(socket, command, () => timers.expirationFor(socket, command.to)),
    );
    if (outcome === 'later') return 'later';
    if (outcome.state === 'sent') return 'done';
    await this.report(command, chatKey(command.to), {
      type: 'change-result',
      messageId: command.messageId,
      attempt: command.attempt,
      result: outcome,
    });
    return 'done';
  }

  private async read(command: SessionCommandOf<'read'>, delivery: Delivery): Promise<CommandOutcome> {
    const outcome = await this.onSocket(command, delivery, (socket) => markRead(socket, command));
    return outcome === 'later' ? 'later' : 'done';
  }

  private async markUnread(
    command: SessionCommandOf<'mark-unread'>,
    delivery: Delivery,
  ): Promise<CommandOutcome> {
    const outcome = await this.onSocket(command, delivery, (socket) => markUnread(socket, command));
    return outcome === 'later' ? 'later' : 'done';
  }

  /** Shows the contact that somebody is typing, if the connection is up at this moment. */
  private async showTyping(command: SessionCommandOf<'typing'>): Promise<CommandOutcome> {
    const running = this.running.get(refKey(command));
    if (running?.lease.isHeld !== true || Date.now() >= command.waitsUntil) return 'done';
    const socket = await running.connection.whenOpen(0);
    if (socket !== undefined) await showTyping(socket, command.to);
    return 'done';
  }

  private async checkNumber(
    command: SessionCommandOf<'check-number'>,
    delivery: Delivery,
  ): Promise<CommandOutcome> {
    const { number } = command;
    const outcome = await this.onSocket(command, delivery, (socket) => checkNumber(socket, number));
    if (outcome === 'later') return 'later';
    const result: NumberResult =
      outcome.state === 'unknown' ? { state: 'failed', reason: outcome.reason } : outcome;
    await this.report(command, `number:${number}`, { type: 'number-check', number, result });
    return 'done';
  }

  private async checkNumbers(
    command: SessionCommandOf<'check-numbers'>,
    delivery: Delivery,
  ): Promise<CommandOutcome> {
    const { numbers, contactListId, token } = command;
    const outcome = await this.onSocket(command, delivery, (socket) => checkNumbers(socket, numbers));
    if (outcome === 'later') return 'later';
    await this.report(command, `list:${contactListId}`, {
      type: 'numbers-checked',
      contactListId,
      token,
      result: outcome.state === 'unknown' ? { state: 'failed', reason: outcome.reason } : outcome,
    });
    return 'done';
  }

  /**
   * Carries a command out on its connection's socket. If the connection is down, the command waits until its time
   * ends, in its conversation's order. Then it has failed, or is unknown if another process may have carried it out.
   */
  private async onSocket<R>(
    command: Attempt & { waitsUntil: number },
    { isLastTry, isUntouched }: Delivery,
    work: (socket: WASocket, connection: WhatsappConnection) => Promise<R>,
  ): Promise<R | Exclude<SendResult, { state: 'sent' }> | 'later'> {
    const leftMs = Math.max(0, command.waitsUntil - Date.now());
    const running = this.running.get(refKey(command));
    const socket = await running?.connection.whenOpen(Math.min(SEND_OPEN_WAIT_MS, leftMs));
    // The holder of the lease also has the socket, so the command is for that host.
    if (running?.lease.isHeld === true && socket !== undefined) {
      const result = await work(socket, running.connection);
      const hasTime = Date.now() < command.waitsUntil && !isLastTry;
      return hasTime && this.mayTryAgain(command, result) ? 'later' : result;
    }
    const isElsewhere = running === undefined ? this.wanted.has(refKey(command)) : !running.lease.isHeld;
    if (Date.now() < command.waitsUntil && !isLastTry) return 'later';
    if (!isUntouched || this.mayHaveLeft(command)) return { state: 'unknown', reason: CONNECTION_LOST };
    const reason: SendFailure = isElsewhere ? 'connection-unavailable' : NOT_CONNECTED;
    return { state: 'failed', reason };
  }

  /**
   * Whether a command is retried within its time: WhatsApp's rate limit was hit, or the socket ended before sending.
   * A command whose response was lost with its socket is repeated once with the same id, as WhatsApp's own apps do;
   * recipients that already have the message show it once.
   */
  private mayTryAgain(command: Attempt, result: unknown): boolean {
    if (isRateLimited(result) || isOutcome(result, 'failed', NOT_CONNECTED)) return true;
    if (!isOutcome(result, 'unknown', CONNECTION_LOST) || this.mayHaveLeft(command)) return false;
    this.repeated.set(attemptKey(command), true);
    return true;
  }

  private mayHaveLeft(command: Attempt): boolean {
    return this.repeated.get(attemptKey(command)) === true;
  }

  /**
   * Passes a question for a picture to its connection, which answers it later. A question for a connection that has
   * stopped is dropped.
   */
  private async fetchProfile(
    command: SessionCommandOf<'fetch-profile'>,
    { isLastTry }: Delivery,
  ): Promise<CommandOutcome> {
    const running = this.running.get(refKey(command));
    if (running?.lease.isHeld !== true)
      return this.wanted.has(refKey(command)) && !isLastTry ? 'later' : 'done';
    running.connection.profiles.add(command);
    return 'done';
  }

  /** Requests a file from the phone, which needs an open socket: the command waits for one until its last attempt. */
  private async fetchMedia(
    command: SessionCommandOf<'fetch-media'>,
    { isLastTry }: Delivery,
  ): Promise<CommandOutcome> {
    const running = this.running.get(refKey(command));
    let isUnreachable = false;
    const askPhone: AskPhone = async (source) => {
      const socket = await running?.connection.whenOpen(OPEN_WAIT_MS);
      isUnreachable = socket === undefined;
      return socket === undefined ? undefined : requestUpload(socket, source);
    };
    const { mediaOrigin: origin, downloadsOf, writeObject } = this.options;
    const servers = { origin, dispatcher: downloadsOf(refOf(command)) };
    const result = await fetchMedia(command, servers, askPhone, writeObject);
    if (isUnreachable && !isLastTry) return 'later';
    await this.report(command, `media:${command.messageId}`, {
      type: 'media',
      messageId: command.messageId,
      result,
    });
    return 'done';
  }

  private report(ref: ConnectionRef, order: string, body: ReportBody): Promise<void> {
    const event: Outgoing['event'] = {
      v: 1,
      ...refOf(ref),
      channel: 'whatsapp',
      receivedAt: Date.now(),
      ...body,
    };
    return this.options.sink.push({ event, chatKey: order });
  }
}

/** Whether WhatsApp's rate limit refused the request, so that it certainly had no effect. */
const isRateLimited = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'reason' in result && result.reason === RATE_LIMITED;

const isOutcome = (result: unknown, state: SendResult['state'], reason: string): boolean =>
  typeof result === 'object' &&
  result !== null &&
  'state' in result &&
  result.state === state &&
  'reason' in result &&
  result.reason === reason;

/**
 * A command that may carry an id of ours, by which it is recognised: a new attempt of a message has the id of the
 * first.
 */
type Attempt = ConnectionRef & { providerMessageId?: string | undefined; attempt?: number };
const attemptKey = ({ companyId, connectionId, providerMessageId, attempt }: Attempt): string =>
  `${companyId}.${connectionId}.${providerMessageId}.${attempt}`;

type ReportBody =
  | Pick<InboundEventOf<'send-result'>, 'type' | 'messageId' | 'attempt' | 'result'>
  | Pick<InboundEventOf<'change-result'>, 'type' | 'messageId' | 'attempt' | 'result'>
  | Pick<InboundEventOf<'number-check'>, 'type' | 'number' | 'result'>
  | Pick<InboundEventOf<'numbers-checked'>, 'type' | 'contactListId' | 'token' | 'result'>
  | Pick<InboundEventOf<'media'>, 'type' | 'messageId' | 'result'>;

const refOf = ({ companyId, connectionId }: ConnectionRef): ConnectionRef => ({ companyId, connectionId });

/** Waits for work of the hand-over, with a timeout. */
const drained = async (ms: number, work: Promise<unknown>): Promise<void> => {
  try {
    await within('the drain', ms, work);
  } catch (error) {
    log.warn('drain ran out of time', { ms, ...errorFields(error) });
  }
};
