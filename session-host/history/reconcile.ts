import { setTimeout as delay } from 'node:timers/promises';
import { errorFields, log } from '@prosa/functions/platform/log.ts';
import type { WASocket } from 'baileys';
import type { ConnectionRef } from '../connections/ports.ts';
import {
  type Absence,
  type Anchor,
  absenceSchema,
  absenceUntil,
  askedFor,
  heardOf,
  isOver,
  nextChat,
  type Page,
  pageBefore,
} from './absence.ts';

/** Pause between requests. WhatsApp documents no limit; six requests a minute are no problem for a phone. */
const PAUSE_MS = 10_000;
/** A phone that leaves this many requests in a row unanswered counts as offline. */
const SILENT_MAX = 3;

export interface ReconciliationPorts {
  /** Stores the remaining requests next to the credentials; undefined deletes them. */
  note: { read(): Promise<string | undefined>; write(text: string | undefined): Promise<void> };
  /**
   * Asks the phone for the messages of a chat before a given message; undefined if it does not answer.
   * @throws if the request could not be sent
   */
  ask(socket: WASocket, chat: string, before: Anchor, range: { fromMs: number }): Promise<Page | undefined>;
  /** {@link PAUSE_MS} when absent; for tests. */
  pauseMs?: number | undefined;
}

/**
 * After a long absence of a device, asks the phone for messages that WhatsApp may have dropped: for each of the first
 * active chats, the messages before the first new one. One request at a time. The remaining requests are stored, so
 * that they continue after a restart.
 */
export class Reconciliation {
  private readonly ref: ConnectionRef;
  private readonly ports: ReconciliationPorts;
  private absence: Absence | undefined;
  private isRead = false;
  /** Whether it is known if there is an absence; only after a socket was opened. */
  private isKnown = false;
  private readonly early = new Map<string, Anchor>();
  private socket: WASocket | undefined;
  private running: Promise<void> | undefined;
  /** Number of unanswered requests in a row, of any chat. */
  private silent = 0;
  private askedAtMs = Number.NEGATIVE_INFINITY;

  constructor(ref: ConnectionRef, ports: ReconciliationPorts) {
    this.ref = ref;
    this.ports = ports;
  }

  /**
   * Starts the requests on an open socket.
   * @param seenMs when the device was last connected, epoch milliseconds
   */
  async opened(socket: WASocket, seenMs: number | undefined): Promise<void> {
    this.socket = socket;
    try {
      const left = this.isRead ? this.absence : await this.readNote();
      this.isRead = true;
      const nowMs = Date.now();
      const absence = left ?? absenceUntil(nowMs, seenMs);
      this.isKnown = true;
      if (absence === undefined) {
        this.early.clear();
        return;
      }
      if (left === undefined) log.info('back after a long absence', { ...this.ref, sinceMs: absence.fromMs });
      let heard = absence;
      for (const [chat, first] of this.early) heard = heardOf(heard, chat, first, nowMs);
      this.early.clear();
      await this.keep(heard);
      this.go();
    } catch (error) {
      log.warn('an absence was not looked after', { ...this.ref, ...errorFields(error) });
    }
  }

  /** Notes a message of a chat. */
  heard(chat: string, message: Anchor): void {
    if (!this.isKnown) {
      if (!this.early.has(chat)) this.early.set(chat, message);
      return;
    }
    const { absence } = this;
    if (absence === undefined) return;
    const nowMs = Date.now();
    const heard = heardOf(absence, chat, message, nowMs);
    const kept = isOver(heard, nowMs) ? undefined : heard;
    if (kept === absence) return;
    this.keep(kept).then(
      () => this.go(),
      (error: unknown) => log.warn('an absence was not kept', { ...this.ref, ...errorFields(error) }),
    );
  }

  /** Called when the socket has ended: the remaining requests use the next one. */
  left(): void {
    this.socket = undefined;
    this.isKnown = this.absence !== undefined;
  }

  private async readNote(): Promise<Absence | undefined> {
    const text = await this.ports.note.read();
    if (text === undefined) return undefined;
    const { data, error } = absenceSchema.safeParse(JSON.parse(text));
    if (error !== undefined) log.error('what was noted of an absence is unreadable', { ...this.ref });
    return data;
  }

  private async keep(absence: Absence | undefined): Promise<void> {
    this.absence = absence;
    await this.ports.note.write(absence === undefined ? undefined : JSON.stringify(absence));
  }

  private go(): void {
    this.running ??= this.run()
      .catch((error: unknown) => log.warn('the phone was not asked', { ...this.ref, ...errorFields(error) }))
      .finally(() => {
        this.running = undefined;
      });
  }

  private async run(): Promise<void> {
    for (;;) {
      const { absence, socket } = this;
      const next = absence === undefined ? undefined : nextChat(absence);
      if (absence === undefined || socket === undefined || next === undefined) break;
      if (!(await this.askAll(socket, absence, next))) continue;
      if (this.silent >= SILENT_MAX) {
        log.warn('the phone does not tell what was missed', { ...this.ref, metric: 'reconciliation-silent' });
        return this.keep(undefined);
      }
      await this.keep(askedFor(this.absence ?? absence, next.chat));
    }
    if (this.absence !== undefined && isOver(this.absence, Date.now())) await this.keep(undefined);
  }

  /** Requests a chat, page by page. Returns false if its socket ended meanwhile: the chat is then requested again. */
  private async askAll(
    socket: WASocket,
    absence: Absence,
    { chat, anchor }: { chat: string; anchor: Anchor },
  ): Promise<boolean> {
    let pages = 0;
    for (let before: Anchor | undefined = anchor; before !== undefined && this.silent < SILENT_MAX; ) {
      await this.pause();
      if (this.socket !== socket) return false;
      const page = await this.asked(socket, chat, before, absence);
      if (this.socket !== socket) return false;
      this.silent = page === undefined ? this.silent + 1 : 0;
      if (page === undefined) continue;
      pages += 1;
      before = pageBefore(absence, page, pages);
    }
    return true;
  }

  /** Sends a request; if sending fails, it counts as unanswered. */
  private async asked(
    socket: WASocket,
    chat: string,
    before: Anchor,
    absence: Absence,
  ): Promise<Page | undefined> {
    this.askedAtMs = performance.now();
    try {
      return await this.ports.ask(socket, chat, before, absence);
    } catch (error) {
      log.warn('the phone was not asked', { ...this.ref, ...errorFields(error) });
      return undefined;
    }
  }

  private async pause(): Promise<void> {
    const leftMs = this.askedAtMs + (this.ports.pauseMs ?? PAUSE_MS) - performance.now();
    if (leftMs > 0) await delay(leftMs, undefined, { ref: false });
  }
}
