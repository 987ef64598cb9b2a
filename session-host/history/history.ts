import { haveCommon } from '@prosa/functions/domain/contacts/canonical-identity.ts';
import { errorFields, log } from '@prosa/functions/platform/log.ts';
import type { PhoneList } from '@prosa/shared/entities/history-import.ts';
import type { HistoryMessage } from '@prosa/shared/messaging/history-message.ts';
import type { Contact, proto, WAMessage } from 'baileys';
import {
  type ConnectionRef,
  type HistoryStore,
  type HistoryWish,
  type KnownPerson,
  refKey,
} from '../connections/ports.ts';
import { TimedOut, within } from '../connections/within.ts';
import { toIdentities } from '../inbound/identities.ts';
import { MediaRefused } from '../outbound/fetch-media.ts';
import type { DownloadsOf } from '../socket/proxy-agent.ts';
import type { Page } from './absence.ts';
import type { PartAttempts } from './history-attempts.ts';
import {
  Aliases,
  hasChats,
  historyNotice,
  isBootstrap,
  isOnDemand,
  PEOPLE_MAX,
  peopleOf,
  piecesOf,
  type Reading,
  savedPeople,
} from './history-chunk.ts';
import { type HistoryPart, usePart } from './history-part.ts';

/** A phone that sends nothing more for this long is done, because parts come seconds apart. */
const QUIET_MS = 45_000;
/** Attempts for a part that cannot be fetched; then it stays in the write-ahead log until the next start. */
const TRIES = 3;
const RETRY_MS = 2_000;
/** A part whose reading ended this many processes is not read again. */
const DEATHS_MAX = 2;
/** Timeout of an answer; a phone that is online answers within seconds. */
const ANSWER_MS = 30_000;
/** People per write: building their rows blocks the event loop for a few milliseconds. */
const PEOPLE_AT_ONCE = 500;

export interface HistoryPorts {
  store: HistoryStore;
  /** Origin of the media servers. */
  mediaOrigin: string;
  downloadsOf: DownloadsOf<ConnectionRef>;
  attempts: PartAttempts;
  /** {@link QUIET_MS} when absent; for tests. */
  quietMs?: number | undefined;
  /** {@link ANSWER_MS} when absent; for tests. */
  answerMs?: number | undefined;
}

/** The wanted part of an answer: one chat, between two times in epoch milliseconds. */
export interface MissedRange {
  chat: string;
  fromMs: number;
  toMs: number;
}

/** A request to a phone that is not answered yet. */
interface Question {
  id: Promise<string>;
  range: MissedRange;
  answered: (page: Page) => void;
}

/**
 * Reads the chat history of linked phones and queues it for import. WhatsApp stores a history on its media servers in
 * parts and sends one notice for each part; the notice is in the write-ahead log like every message. A part is
 * downloaded to the disk, streamed, filtered and queued in pieces; the process reads one part at a time. The notice is
 * done only when the whole part is queued. So memory use is bounded. After a crash the part is read again, and its
 * pieces get the same names. A part that was being read during two crashes is given up.
 */
export class History {
  private readonly ports: HistoryPorts;
  private readonly quiet = new Map<string, NodeJS.Timeout>();
  private reading: Promise<unknown> = Promise.resolve();
  /** Parts that are being read or wait to be read, by name. */
  private readonly taken = new Map<string, Promise<void>>();
  private readonly questions = new Map<string, Question>();
  private isStopping = false;

  constructor(ports: HistoryPorts) {
    this.ports = ports;
  }

  wishOf(ref: ConnectionRef): Promise<HistoryWish | undefined> {
    return this.ports.store.wishOf(ref);
  }

  /** Begins the import of a newly linked device, if its history is wanted. */
  async begin(ref: ConnectionRef): Promise<void> {
    if ((await this.wishOf(ref)) === undefined) return;
    await this.ports.store.send([{ v: 1, ...ref, type: 'began', at: Date.now() }]);
    this.listen(ref);
  }

  /** Called when a connection is open again: an import that a previous process began must end. */
  async resume(ref: ConnectionRef): Promise<void> {
    if (!this.quiet.has(refKey(ref)) && (await this.ports.store.isImporting(ref))) this.listen(ref);
  }

  /**
   * Processes a notice of a history; undefined for other messages. Resolves when everything wanted of the part is
   * queued. A notice that is repeated meanwhile, from an adopted log that is checked every ten seconds, counts as the
   * same part.
   */
  take(ref: ConnectionRef, message: WAMessage, me: readonly string[]): Promise<void> | undefined {
    const notice = historyNotice(message, me);
    if (notice === undefined) return undefined;
    const step = message.key.id ?? '';
    const name = `${refKey(ref)}:${step}`;
    const known = this.taken.get(name);
    if (known !== undefined) return known;
    const run = this.reading.then(() => this.read(ref, notice, step, me));
    this.taken.set(name, run);
    this.reading = run.catch(() => undefined).then(() => this.taken.delete(name));
    return run;
  }

  /**
   * Asks a phone for the messages of a chat, and queues those in `range`. One request of a connection at a time;
   * returns undefined if the phone does not answer in time.
   * @param send sends the request and returns its id: no other answer is accepted
   * @throws if the request could not be sent
   */
  async ask(ref: ConnectionRef, range: MissedRange, send: () => Promise<string>): Promise<Page | undefined> {
    const id = send();
    const answer = new Promise<Page>((answered) => {
      this.questions.set(refKey(ref), { id, range, answered });
    });
    try {
      await id;
      return await within('the phone', this.ports.answerMs ?? ANSWER_MS, answer);
    } catch (error) {
      if (error instanceof TimedOut) return undefined;
      throw error;
    } finally {
      this.questions.delete(refKey(ref));
    }
  }

  /** Stores people in the phone's address book. */
  async learn(ref: ConnectionRef, contacts: readonly Partial<Contact>[]): Promise<void> {
    const people = savedPeople(
      contacts.flatMap(({ id, ...rest }) => (id === undefined ? [] : [{ id, ...rest }])),
    );
    await this.keepPeople(ref, 'saved', people.slice(0, PEOPLE_MAX));
  }

  /** Reads no further part, because the process is told to stop; the next process reads the current part again. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.ports.attempts.stop();
  }

  end(ref: ConnectionRef): void {
    clearTimeout(this.quiet.get(refKey(ref)));
    this.quiet.delete(refKey(ref));
  }

  private listen(ref: ConnectionRef): void {
    clearTimeout(this.quiet.get(refKey(ref)));
    const timer = setTimeout(() => void this.finish(ref), this.ports.quietMs ?? QUIET_MS);
    this.quiet.set(refKey(ref), timer.unref());
  }

  private async finish(ref: ConnectionRef): Promise<void> {
    this.quiet.delete(refKey(ref));
    try {
      await this.ports.store.send([{ v: 1, ...ref, type: 'ended' }]);
    } catch (error) {
      log.warn('the end of an import is not told yet', { ...ref, ...errorFields(error) });
      this.listen(ref);
    }
  }

  private async read(
    ref: ConnectionRef,
    notice: proto.Message.IHistorySyncNotification,
    step: string,
    me: readonly string[],
  ): Promise<void> {
    if (isOnDemand(notice)) return this.readAnswer(ref, notice, step, me);
    const wish = await this.wishOf(ref);
    if (!hasChats(notice) || (wish === undefined && !isBootstrap(notice))) return;
    if (this.isStopping) throw new Error('the process stops');
    clearTimeout(this.quiet.get(refKey(ref)));
    const { attempts } = this.ports;
    const name = `${refKey(ref)}:${step}`;
    const deaths = await attempts.begin(name);
    if (deaths >= DEATHS_MAX)
      await this.lose(ref, step, wish, new Error(`its reading ended ${deaths} processes`));
    else {
      try {
        await this.readOrRetry(ref, notice, step, me, wish);
      } finally {
        await attempts.end(name);
      }
    }
    if (wish !== undefined) this.listen(ref);
  }

  private async readOrRetry(
    ref: ConnectionRef,
    notice: proto.Message.IHistorySyncNotification,
    step: string,
    me: readonly string[],
    wish: HistoryWish | undefined,
  ): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { mediaOrigin: origin, downloadsOf } = this.ports;
        await usePart(notice, { origin, dispatcher: downloadsOf(ref) }, async (part) => {
          const aliases = await Aliases.of(part);
          await this.keepPeople(ref, 'chats', await peopleOf(part, aliases));
          if (wish !== undefined) await this.pass(part, { ref, me, aliases, wish }, step);
        });
        return;
      } catch (error) {
        if (error instanceof MediaRefused) return this.lose(ref, step, wish, error);
        log.warn('a part of the past could not be taken', { ...ref, attempt, ...errorFields(error) });
        if (attempt === TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS * attempt));
      }
    }
  }

  /**
   * Reads a phone's answer to our request. An unrequested answer is refused (with CVE-2026-48063 it could insert
   * messages anywhere).
   */
  private async readAnswer(
    ref: ConnectionRef,
    notice: proto.Message.IHistorySyncNotification,
    step: string,
    me: readonly string[],
  ): Promise<void> {
    const question = this.questions.get(refKey(ref));
    if (question === undefined || (await question.id) !== notice.peerDataRequestSessionId) {
      log.warn('a part of the past that nobody asked for', { ...ref, metric: 'unasked-history' });
      return;
    }
    const { mediaOrigin: origin, downloadsOf, store } = this.ports;
    const page: Page = { messages: 0, oldest: undefined };
    try {
      await usePart(notice, { origin, dispatcher: downloadsOf(ref) }, async (part) => {
        const { chat, fromMs, toMs } = question.range;
        const wish = { fromMs: 0, toMs, groups: true };
        const whose = toIdentities(chat);
        const reading = { ref, me, aliases: await Aliases.of(part), wish };
        let index = 0;
        for await (const piece of piecesOf(part, reading)) {
          for (const { event } of piece) {
            page.messages += 1;
            const { providerMessageId: id, fromMe, sentAt: atMs } = event;
            if (page.oldest === undefined || atMs < page.oldest.atMs) page.oldest = { id, fromMe, atMs };
          }
          const messages = piece.filter(
            ({ event }) => event.sentAt >= fromMs && haveCommon(event.chat.identities, whose),
          );
          if (messages.length === 0) continue;
          await store.send([{ v: 1, ...ref, type: 'missed', step: `${step}.${index}`, messages }]);
          index += 1;
        }
      });
      question.answered(page);
    } catch (error) {
      if (!(error instanceof MediaRefused)) throw error;
      log.warn('what a phone answers cannot be read', { ...ref, ...errorFields(error) });
      question.answered({ messages: 0, oldest: undefined });
    }
  }

  /** Gives a part up and reports it to operators and to users who follow the import. */
  private async lose(
    ref: ConnectionRef,
    step: string,
    wish: HistoryWish | undefined,
    error: Error,
  ): Promise<void> {
    log.error('a part of the past is lost', { ...ref, metric: 'history-lost', ...errorFields(error) });
    if (wish !== undefined)
      await this.ports.store.send([{ v: 1, ...ref, type: 'lost', step: `${step}.lost` }]);
  }

  private async keepPeople(
    ref: ConnectionRef,
    list: PhoneList,
    people: readonly KnownPerson[],
  ): Promise<void> {
    for (let start = 0; start < people.length; start += PEOPLE_AT_ONCE)
      await this.ports.store.keepPeople(ref, list, people.slice(start, start + PEOPLE_AT_ONCE));
  }

  /** Queues the wanted messages of a part. Counts them first, so that users see the progress. */
  private async pass(part: HistoryPart, reading: Reading, step: string): Promise<void> {
    const { store } = this.ports;
    const { ref, wish } = reading;
    const tally = { skipped: 0 };
    let messages = 0;
    for await (const piece of piecesOf(part, reading, tally)) messages += piece.length;
    if (tally.skipped > 0) log.warn('messages of the past are skipped', { ...ref, ...tally });
    const base = { v: 1, ...ref } as const;
    const told: HistoryMessage = { ...base, type: 'chunk', step: `${step}.all`, messages };
    await store.send([told]);
    // Different dates give different pieces.
    const cut = [wish.fromMs, wish.toMs, Number(wish.groups)].map((one) => one.toString(36)).join('-');
    let index = 0;
    for await (const piece of piecesOf(part, reading)) {
      await store.send([{ ...base, type: 'piece', step: `${step}.${cut}.${index}`, messages: piece }]);
      index += 1;
    }
  }
}
