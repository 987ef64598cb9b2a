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

/** WhatsApp tells no limit; six questions a minute trouble no phone. */
const PAUSE_MS = 10_000;
/** A phone that leaves so many questions in a row unanswered is away. */
const SILENT_MAX = 3;

export interface ReconciliationPorts {
  /** Keeps what is still to be asked for, beside the credentials; undefined deletes it. */
  note: { read(): Promise<string | undefined>; write(text: string | undefined): Promise<void> };
  /**
   * Asks the phone what was said in a chat before a message; undefined where it does not answer.
   * @throws where the question is not sent
   */
  ask(socket: WASocket, chat: string, before: Anchor, range: { fromMs: number }): Promise<Page | undefined>;
  /** {@link PAUSE_MS} when absent; for tests. */
  pauseMs?: number | undefined;
}

/**
 * Asks the phone, after a long absence of its device, for what WhatsApp may have dropped meanwhile: of each of the first chats
 * that are heard of again, what was said before their first message. One question at a time. What is still to be asked for is
 * kept, so that a restart goes on.
 */
export class Reconciliation {
  private readonly ref: ConnectionRef;
  private readonly ports: ReconciliationPorts;
  private absence: Absence | undefined;
  private isRead = false;
  /** Whether it is known that there is an absence, or none: only when a socket is open. */
  private isKnown = false;
  private readonly early = new Map<string, Anchor>();
  private socket: WASocket | undefined;
  private running: Promise<void> | undefined;
  /** Questions in a row that were not answered, whichever chats they were about. */
  private silent = 0;
  private askedAtMs = Number.NEGATIVE_INFINITY;

  constructor(ref: ConnectionRef, ports: ReconciliationPorts) {
    this.ref = ref;
    this.ports = ports;
  }

  /** @param seenMs when the device was last there, epoch milliseconds */
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

  /** A message of a chat has come. */
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

  /** The socket has ended: what is left is asked for over the next one. */
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

  /** Asks for a chat, page by page. False where its socket has ended meanwhile: it is asked for again. */
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

  /** A question that could not be sent is one without an answer. */
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
