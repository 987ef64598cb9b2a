import { errorFields, log } from '@prosa/functions/platform/log.ts';
import type { HistoryMessage } from '@prosa/shared/messaging/history-message.ts';
import type { Contact, proto, WAMessage } from 'baileys';
import {
  hasChats,
  historyNotice,
  isBootstrap,
  isLost,
  peopleOf,
  piecesOf,
  readChunk,
  savedPeople,
} from './history-chunk.ts';
import { type ConnectionRef, type HistoryStore, type HistoryWish, refKey } from './ports.ts';

/** A phone that tells nothing more for so long is done: parts come seconds apart. */
const QUIET_MS = 45_000;
/** Of a part that cannot be had; then it stays in the write-ahead log until the next start. */
const TRIES = 3;
const RETRY_MS = 2_000;
/** People of one telling: more than an address book has. */
const PEOPLE_MAX = 20_000;

export interface HistoryPorts {
  store: HistoryStore;
  /** Origin of the media servers. */
  mediaOrigin: string;
  /** {@link QUIET_MS} when absent; for tests. */
  quietMs?: number | undefined;
}

/**
 * The past of phones, on its way to the queue of imports. WhatsApp puts it on its media servers part by part and sends a
 * notice of each, which is in the write-ahead log like every message: a part is fetched, filtered and queued in pieces, one
 * part at a time in the whole process, and only then is its notice done. So nothing gathers in memory, and a death begins
 * the part again, whose pieces carry the same names.
 */
export class History {
  private readonly ports: HistoryPorts;
  private readonly quiet = new Map<string, NodeJS.Timeout>();
  private reading: Promise<unknown> = Promise.resolve();

  constructor(ports: HistoryPorts) {
    this.ports = ports;
  }

  wishOf(ref: ConnectionRef): Promise<HistoryWish | undefined> {
    return this.ports.store.wishOf(ref);
  }

  /** A device was linked: where its past is wanted, the import begins. */
  async begin(ref: ConnectionRef): Promise<void> {
    if ((await this.wishOf(ref)) === undefined) return;
    await this.ports.store.send([{ v: 1, ...ref, type: 'began', at: Date.now() }]);
    this.listen(ref);
  }

  /** A connection is open again: an import that a former process began must end. */
  async resume(ref: ConnectionRef): Promise<void> {
    if (!this.quiet.has(refKey(ref)) && (await this.ports.store.isImporting(ref))) this.listen(ref);
  }

  /** Whether a message is no message but a notice of the past. Resolves when all that is wanted of it is queued. */
  take(ref: ConnectionRef, message: WAMessage, me: readonly string[]): Promise<void> | undefined {
    const notice = historyNotice(message, me);
    if (notice === undefined) return undefined;
    const step = message.key.id ?? '';
    const run = this.reading.then(() => this.read(ref, notice, step, me));
    this.reading = run.catch(() => undefined);
    return run;
  }

  /** People whom the phone's address book names. */
  async learn(ref: ConnectionRef, contacts: readonly Partial<Contact>[]): Promise<void> {
    const people = savedPeople(
      contacts.flatMap(({ id, ...rest }) => (id === undefined ? [] : [{ id, ...rest }])),
    );
    await this.ports.store.keepPeople(ref, 'saved', people.slice(0, PEOPLE_MAX));
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
    const { store, mediaOrigin } = this.ports;
    const wish = await store.wishOf(ref);
    if (!hasChats(notice) || (wish === undefined && !isBootstrap(notice))) return;
    clearTimeout(this.quiet.get(refKey(ref)));
    for (let attempt = 1; ; attempt++) {
      try {
        const chunk = await readChunk(notice, mediaOrigin);
        await store.keepPeople(ref, 'chats', peopleOf(chunk).slice(0, PEOPLE_MAX));
        if (wish !== undefined) await this.pass(ref, chunk, wish, step, me);
        break;
      } catch (error) {
        if (isLost(error)) {
          log.error('a part of the past is lost', { ...ref, metric: 'history-lost', ...errorFields(error) });
          break;
        }
        log.warn('a part of the past could not be taken', { ...ref, attempt, ...errorFields(error) });
        if (attempt === TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS * attempt));
      }
    }
    if (wish !== undefined) this.listen(ref);
  }

  /** How many there are first, so that who watches knows how far it is. */
  private async pass(
    ref: ConnectionRef,
    chunk: proto.HistorySync,
    wish: HistoryWish,
    step: string,
    me: readonly string[],
  ): Promise<void> {
    const { store } = this.ports;
    const pieces = (): ReturnType<typeof piecesOf> => piecesOf(chunk, wish, ref, me, Date.now());
    let messages = 0;
    for (const piece of pieces()) messages += piece.length;
    const base = { v: 1, ...ref } as const;
    const told: HistoryMessage = { ...base, type: 'chunk', step: `${step}.all`, messages };
    await store.send([told]);
    // Other dates make other pieces.
    const cut = [wish.fromMs, wish.toMs, Number(wish.groups)].map((one) => one.toString(36)).join('-');
    let index = 0;
    for (const piece of pieces()) {
      await store.send([{ ...base, type: 'piece', step: `${step}.${cut}.${index}`, messages: piece }]);
      index += 1;
    }
  }
}
