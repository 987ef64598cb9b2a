import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorFields, log } from '@prosa/functions/platform/log.ts';
import type { KeyRing } from '@prosa/functions/platform/secrets.ts';
import { type TenantSealer, tenantSealer } from '@prosa/functions/platform/tenant-sealer.ts';
import { inboundEventSchema } from '@prosa/shared/messaging/inbound-event.ts';
import * as z from 'zod';

const whoseSchema = z.object({ companyId: z.int(), connectionId: z.int() });
/** A decrypted message that is not on the inbound queue yet. */
const decryptedSchema = whoseSchema.extend({
  /** Attributes of the stanza it came in. */
  attrs: z.record(z.string(), z.string()),
  meId: z.string(),
  meLid: z.string(),
  /** Base64 of what the ciphertext held, padding included. */
  plaintext: z.string(),
  receivedAt: z.int(),
});
export type DecryptedEntry = z.infer<typeof decryptedSchema>;

/** What there is nothing of to decrypt, as the event it makes: a placeholder, or a call. */
const toldSchema = whoseSchema.extend({ event: inboundEventSchema, chatKey: z.string() });

const entrySchema = z.union([decryptedSchema, toldSchema]);
export type WalEntry = z.infer<typeof entrySchema>;

const lineSchema = z.union([
  z.object({ id: z.string(), sealed: z.string() }),
  z.object({ done: z.array(z.string()) }),
]);

/** The file is started anew when nothing is open and it has grown this far. */
const COMPACT_AT_BYTES = 4 * 1024 * 1024;
/** A line is opened before it says whose it is. */
const NO_COMPANY = 0;
const sealerOf = (keys: KeyRing): TenantSealer => tenantSealer(keys, NO_COMPANY, 'write-ahead-log');

export const walId = (entry: Pick<WalEntry, 'companyId' | 'connectionId'>, stanza: string): string =>
  `${entry.companyId}:${entry.connectionId}:${stanza}`;

/**
 * What came over the sockets, on disk before WhatsApp gets its receipt and until the queue has accepted it. Appends that
 * come together share one fsync. Entries are sealed: the file holds what customers wrote.
 */
export class WriteAheadLog {
  private readonly sealer: TenantSealer;
  private file: FileHandle;
  private bytes: number;
  private readonly openIds = new Set<string>();
  private unsynced: string[] = [];
  private waiting: { line: string; resolve: () => void; reject: (error: unknown) => void }[] = [];
  private running: Promise<void> | undefined;
  private isClosed = false;

  private constructor(file: FileHandle, sealer: TenantSealer, bytes: number) {
    this.file = file;
    this.sealer = sealer;
    this.bytes = bytes;
  }

  /** Opens the log and tells what the last process left in it, oldest first. */
  static async open(
    path: string,
    keys: KeyRing,
  ): Promise<{ wal: WriteAheadLog; leftover: Map<string, WalEntry> }> {
    await mkdir(dirname(path), { recursive: true });
    const sealer = sealerOf(keys);
    const leftover = readEntries(await readIfThere(path), sealer);
    const text = [...leftover].map(([id, entry]) => lineOf(id, entry, sealer)).join('');
    const fresh = await open(`${path}.new`, 'w', 0o600);
    await fresh.writeFile(text);
    await fresh.datasync();
    await fresh.close();
    await rename(`${path}.new`, path);
    const wal = new WriteAheadLog(await open(path, 'a', 0o600), sealer, Buffer.byteLength(text));
    for (const id of leftover.keys()) wal.openIds.add(id);
    return { wal, leftover };
  }

  /** Shows other hosts that this log has a living one. */
  async touch(): Promise<void> {
    const now = new Date();
    await this.file.utimes(now, now);
  }

  get size(): number {
    return this.openIds.size;
  }

  /** Resolves when the entry is on the disk. */
  append(id: string, entry: WalEntry): Promise<void> {
    this.openIds.add(id);
    return this.write(lineOf(id, entry, this.sealer));
  }

  /** The queue has these now. Losing this line only makes a duplicate, which the queue's reader knows. */
  async done(ids: readonly string[]): Promise<void> {
    const known = ids.filter((id) => this.openIds.delete(id));
    if (known.length > 0) this.unsynced.push(`${JSON.stringify({ done: known })}\n`);
    if (this.openIds.size === 0 && this.bytes > COMPACT_AT_BYTES) await this.startAnew();
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.write('');
    await this.file.close();
  }

  private write(line: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ line, resolve, reject });
      this.running ??= this.run();
    });
  }

  private async run(): Promise<void> {
    // Lets the appends of this turn of the event loop join.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      const text = [...this.unsynced, ...batch.map(({ line }) => line)].join('');
      this.unsynced = [];
      try {
        await this.file.appendFile(text);
        await this.file.datasync();
        this.bytes += Buffer.byteLength(text);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.running = undefined;
  }

  private async startAnew(): Promise<void> {
    await this.running;
    if (this.openIds.size > 0 || this.waiting.length > 0) return;
    this.unsynced = [];
    this.bytes = 0;
    await this.file.truncate(0);
  }
}

/** What a log still holds, oldest first. */
export const readLog = async (path: string, keys: KeyRing): Promise<Map<string, WalEntry>> =>
  readEntries(await readIfThere(path), sealerOf(keys));

const lineOf = (id: string, entry: WalEntry, sealer: TenantSealer): string =>
  `${JSON.stringify({ id, sealed: sealer.seal(id, JSON.stringify(entry)) })}\n`;

const readIfThere = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
};

const readEntries = (text: string, sealer: TenantSealer): Map<string, WalEntry> => {
  const entries = new Map<string, WalEntry>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    try {
      const parsed = lineSchema.parse(JSON.parse(line));
      if ('done' in parsed) for (const id of parsed.done) entries.delete(id);
      else entries.set(parsed.id, entrySchema.parse(JSON.parse(sealer.open(parsed.id, parsed.sealed))));
    } catch (error) {
      // Only the last line can be torn, and its message has no receipt yet: WhatsApp sends it again.
      log.warn('write-ahead log line is unreadable', errorFields(error));
    }
  }
  return entries;
};
