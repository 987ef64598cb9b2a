import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorFields, log } from '@prosa/functions/platform/log.ts';
import type { KeyRing } from '@prosa/functions/platform/secrets.ts';
import { type TenantSealer, tenantSealer } from '@prosa/functions/platform/tenant-sealer.ts';
import { inboundEventSchema } from '@prosa/shared/messaging/inbound-event.ts';
import * as z from 'zod';
import { type ConnectionRef, refKey } from '../connections/ports.ts';
import { within } from '../connections/within.ts';
import { RecentMap } from '../inbound/recent-map.ts';

const waitsSchema = z.object({ chat: z.string(), behind: z.array(z.string()).min(1) });
/** Earlier stanzas of an entry's chat that were not decrypted when the entry was appended. */
export type Waits = z.infer<typeof waitsSchema>;

const whoseSchema = z.object({
  companyId: z.int(),
  connectionId: z.int(),
  waits: waitsSchema.optional(),
});
/** A decrypted message that is not on the inbound queue yet. */
const decryptedSchema = whoseSchema.extend({
  /** Attributes of the message's stanza. */
  attrs: z.record(z.string(), z.string()),
  meId: z.string(),
  meLid: z.string(),
  /** Base64 of the decrypted text, including padding. */
  plaintext: z.string(),
  /** Identifies the ciphertext: {@link digestOf}. Absent in entries of earlier releases. */
  digest: z.string().optional(),
  receivedAt: z.int(),
});
export type DecryptedEntry = z.infer<typeof decryptedSchema>;

/** An entry without ciphertext, as the event that it makes: a placeholder, or a call. */
const toldSchema = whoseSchema.extend({ event: inboundEventSchema, chatKey: z.string() });

const entrySchema = z.union([decryptedSchema, toldSchema]);
export type WalEntry = z.infer<typeof entrySchema>;

const lineSchema = z.union([
  z.object({ id: z.string(), sealed: z.string() }),
  z.object({ done: z.array(z.string()) }),
]);

/** The file is rewritten with only its open entries when it has reached this size and twice the size that they need. */
const COMPACT_AT_BYTES = 4 * 1024 * 1024;
/** Timeout after which the disk counts as broken: EFS answers within tens of milliseconds. */
const APPEND_LIMIT_MS = 10_000;
/**
 * Number of a connection's messages whose plaintext is kept for a redelivery. WhatsApp redelivers messages without a
 * receipt: the few that were in transit when the stream ended.
 */
const OPENED_KEPT = 100;
const OPENED_MAX_CHARS = 64 * 1024;
/** Retry delay of an entry that could not be passed on. */
const RETRY_BASE_MS = 2_000;
const RETRY_MAX_MS = 10 * 60_000;
/** A line must be decrypted before its company is known. */
const NO_COMPANY = 0;
const sealerOf = (keys: KeyRing): TenantSealer => tenantSealer(keys, NO_COMPANY, 'write-ahead-log');

export const walId = (entry: Pick<WalEntry, 'companyId' | 'connectionId'>, stanza: string): string =>
  `${entry.companyId}:${entry.connectionId}:${stanza}`;

/** An entry that the queue has not accepted yet. */
interface Open {
  entry: WalEntry;
  line: string;
  isOnDisk: boolean;
  /** Time on this process's monotonic clock. */
  sinceMs: number;
  /** What passes the entry on: nothing yet, work of a few seconds, or work that takes longer. */
  holder: 'none' | 'soon' | 'later';
  /** Earliest time of the next attempt after a failed one. */
  notBeforeMs: number;
  failures: number;
}

/** Returns an identifier of a ciphertext and its stanza. */
export const digestOf = (stanzaId: string, ciphertext: Uint8Array): string =>
  createHash('sha256').update(stanzaId).update('\0').update(ciphertext).digest('base64');

/**
 * The write-ahead log: messages from the sockets, on disk before WhatsApp gets its receipt and until the queue has
 * accepted them. Simultaneous appends share one fsync. Entries are encrypted, because the file holds customers'
 * messages.
 */
export class WriteAheadLog {
  private readonly path: string;
  private readonly sealer: TenantSealer;
  private file: FileHandle;
  private bytes: number;
  private readonly open: Map<string, Open>;
  /** Plaintexts by digest, for each connection. */
  private readonly opened = new Map<string, RecentMap<string, string>>();
  private unsynced: string[] = [];
  private waiting: { text: string; resolve: () => void; reject: (error: unknown) => void }[] = [];
  private running: Promise<void> | undefined;
  private writingSinceMs: number | undefined;
  private isClosed = false;

  private constructor(path: string, file: FileHandle, sealer: TenantSealer, open: Map<string, Open>) {
    this.path = path;
    this.file = file;
    this.sealer = sealer;
    this.open = open;
    this.bytes = textOf(open).length;
  }

  private rememberOpened(entry: WalEntry): void {
    if ('event' in entry || entry.digest === undefined || entry.plaintext.length > OPENED_MAX_CHARS) return;
    const name = refKey(entry);
    const known = this.opened.get(name) ?? new RecentMap<string, string>(OPENED_KEPT);
    known.set(entry.digest, entry.plaintext);
    this.opened.set(name, known);
  }

  /** Opens the log with the open entries of the last process, oldest first. */
  static async open(path: string, keys: KeyRing): Promise<WriteAheadLog> {
    await mkdir(dirname(path), { recursive: true });
    const sealer = sealerOf(keys);
    const open = new Map<string, Open>();
    const { entries, all } = readEntries(await readIfThere(path), sealer);
    for (const [id, entry] of inOrder(entries, new Set(all.keys())))
      open.set(id, { ...newEntry(id, entry, sealer), isOnDisk: true });
    const wal = new WriteAheadLog(path, await writeAnew(path, textOf(open)), sealer, open);
    for (const entry of all.values()) wal.rememberOpened(entry);
    return wal;
  }

  /** Marks the log as that of a running host, for other hosts. */
  async touch(): Promise<void> {
    const now = new Date();
    await this.file.utimes(now, now);
  }

  get size(): number {
    return this.open.size;
  }

  /** Resolves when the entry is on disk. @throws TimedOut if the disk does not answer */
  async append(id: string, entry: WalEntry): Promise<void> {
    const added = newEntry(id, entry, this.sealer);
    this.open.set(id, added);
    try {
      await within('the write-ahead log', APPEND_LIMIT_MS, this.write(added.line));
      added.isOnDisk = true;
      this.rememberOpened(entry);
    } catch (error) {
      if (this.open.get(id) === added) this.open.delete(id);
      throw error;
    }
  }

  has(id: string): boolean {
    return this.open.has(id);
  }

  get(id: string): WalEntry | undefined {
    return this.open.get(id)?.entry;
  }

  /**
   * Returns the plaintext of a recently decrypted ciphertext, in base64 with padding. A ciphertext decrypts only
   * once, because its key is then used up.
   */
  openedBefore(id: string, ref: ConnectionRef, digest: string): string | undefined {
    const entry = this.open.get(id)?.entry;
    if (entry !== undefined && 'plaintext' in entry && entry.digest === digest) return entry.plaintext;
    return this.opened.get(refKey(ref))?.get(digest);
  }

  /**
   * Marks the entry as being passed on. `later`: that may take minutes, as for a part of a phone's history or a
   * ringing call.
   */
  hold(id: string, until: 'soon' | 'later' = 'soon'): void {
    const held = this.open.get(id);
    if (held !== undefined) held.holder = until;
  }

  /** Marks the entry as no longer being passed on. */
  letGo(id: string): void {
    const held = this.open.get(id);
    if (held !== undefined) held.holder = 'none';
  }

  /** Notes a failed attempt to pass the entry on; the delay of the next one grows with the failures. */
  release(id: string): void {
    const held = this.open.get(id);
    if (held === undefined) return;
    const delayMs = Math.min(RETRY_MAX_MS, RETRY_BASE_MS * 2 ** held.failures);
    held.holder = 'none';
    held.notBeforeMs = performance.now() + delayMs;
    held.failures += 1;
  }

  /** Returns entries that nothing passes on, oldest first; without those that failed recently. */
  unheld({ minAgeMs = 0, ref }: { minAgeMs?: number; ref?: ConnectionRef } = {}): Map<string, WalEntry> {
    const nowMs = performance.now();
    const found = new Map<string, WalEntry>();
    for (const [id, { entry, holder, isOnDisk, sinceMs, notBeforeMs }] of this.open) {
      if (holder !== 'none' || !isOnDisk || nowMs - sinceMs < minAgeMs || nowMs < notBeforeMs) continue;
      if (ref === undefined || refKey(entry) === refKey(ref)) found.set(id, entry);
    }
    return found;
  }

  /** Age of the oldest entry that should have been passed on within seconds, in ms; 0 for none. */
  get oldestMs(): number {
    for (const { holder, sinceMs } of this.open.values())
      if (holder !== 'later') return performance.now() - sinceMs;
    return 0;
  }

  /** How long the disk's current write has taken, in ms. */
  get stalledMs(): number {
    return this.writingSinceMs === undefined ? 0 : performance.now() - this.writingSinceMs;
  }

  /**
   * Marks an entry as accepted by the queue. Losing this line only makes a duplicate, which the queue's reader
   * recognises. With `entry`, a newer entry under the same id stays open.
   */
  done(id: string, entry?: WalEntry): void {
    const known = this.open.get(id);
    if (known === undefined || (entry !== undefined && known.entry !== entry)) return;
    this.open.delete(id);
    this.unsynced.push(`${JSON.stringify({ done: [id] })}\n`);
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.write('');
    await this.file.close();
  }

  private write(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ text, resolve, reject });
      this.running ??= this.run();
    });
  }

  private async run(): Promise<void> {
    // Lets other appends of this turn of the event loop join.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      this.writingSinceMs = performance.now();
      try {
        await this.compact();
        const text = [...this.unsynced.splice(0), ...batch.map((each) => each.text)].join('');
        await this.file.appendFile(text);
        await this.file.datasync();
        this.bytes += Buffer.byteLength(text);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      this.writingSinceMs = undefined;
    }
    this.running = undefined;
  }

  /** Rewrites the file if most of it is done. A crash in between leaves the old file. */
  private async compact(): Promise<void> {
    if (this.bytes < COMPACT_AT_BYTES) return;
    const text = textOf(this.open);
    if (this.bytes < 2 * text.length) return;
    const old = this.file;
    this.file = await writeAnew(this.path, text);
    this.bytes = text.length;
    this.unsynced = [];
    await old.close();
  }
}

/**
 * Returns open entries so that each comes after those that it waits for. An entry keeps waiting for stanzas that were
 * never decrypted, because WhatsApp redelivers them.
 * @param opened ids of all entries that the log held, open or done
 */
const inOrder = (
  entries: ReadonlyMap<string, WalEntry>,
  opened: ReadonlySet<string>,
): Map<string, WalEntry> => {
  const ordered = new Map<string, WalEntry>();
  const seen = new Set<string>();
  const place = (id: string): void => {
    const entry = entries.get(id);
    if (entry === undefined || seen.has(id)) return;
    seen.add(id);
    const { waits, ...rest } = entry;
    if (waits === undefined) {
      ordered.set(id, entry);
      return;
    }
    for (const stanza of waits.behind) place(walId(entry, stanza));
    const behind = waits.behind.filter((stanza) => !opened.has(walId(entry, stanza)));
    ordered.set(id, behind.length === 0 ? rest : { ...entry, waits: { ...waits, behind } });
  };
  for (const id of entries.keys()) place(id);
  return ordered;
};

const newEntry = (id: string, entry: WalEntry, sealer: TenantSealer): Open => ({
  entry,
  line: `${JSON.stringify({ id, sealed: sealer.seal(id, JSON.stringify(entry)) })}\n`,
  isOnDisk: false,
  sinceMs: performance.now(),
  holder: 'none',
  notBeforeMs: 0,
  failures: 0,
});

/** Lines are ASCII: a character is a byte. */
const textOf = (open: ReadonlyMap<string, Open>): string =>
  [...open.values()].map(({ line, isOnDisk }) => (isOnDisk ? line : '')).join('');

/** Replaces the file, and opens it for appending. */
const writeAnew = async (path: string, text: string): Promise<FileHandle> => {
  const fresh = await open(`${path}.new`, 'w', 0o600);
  await fresh.writeFile(text);
  await fresh.datasync();
  await fresh.close();
  await rename(`${path}.new`, path);
  return open(path, 'a', 0o600);
};

/** Returns the entries that a log still holds, oldest first. */
export const readLog = async (path: string, keys: KeyRing): Promise<Map<string, WalEntry>> =>
  readEntries(await readIfThere(path), sealerOf(keys)).entries;

const readIfThere = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
};

/** Returns the open entries by id, and all that the file still holds, oldest first. */
const readEntries = (
  text: string,
  sealer: TenantSealer,
): { entries: Map<string, WalEntry>; all: Map<string, WalEntry> } => {
  const entries = new Map<string, WalEntry>();
  const all = new Map<string, WalEntry>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    try {
      const parsed = lineSchema.parse(JSON.parse(line));
      if ('done' in parsed) for (const id of parsed.done) entries.delete(id);
      else {
        const entry = entrySchema.parse(JSON.parse(sealer.open(parsed.id, parsed.sealed)));
        entries.set(parsed.id, entry);
        all.set(parsed.id, entry);
      }
    } catch (error) {
      // Only the last line can be torn, and its message has no receipt yet, so WhatsApp redelivers it.
      log.warn('write-ahead log line is unreadable', errorFields(error));
    }
  }
  return { entries, all };
};
