import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

/** Maximum size of a record; see `MESSAGE_MAX_BYTES` of `history-walk.ts`. */
export const RECORD_MAX_BYTES = 1024 * 1024;
const LENGTH_BYTES = 4;
/** Size of a page: the largest record fits. */
const PAGE_BYTES = RECORD_MAX_BYTES + LENGTH_BYTES;
/** A page that is filled this far is written, so that successive records are written and read together. */
const FULL_BYTES = 256 * 1024;
/** Number of pages in memory besides the one being written. */
const CACHED_PAGES = 8;
const IV_BYTES = 16;
const ALGORITHM = 'aes-256-ctr';

interface Page {
  iv: Buffer;
  position: number;
  length: number;
}

/**
 * Stores records in a temporary file, readable in any order by the address that {@link append} returned. The file is
 * encrypted with a key that only this object has, because records are customers' messages and a crashed process
 * leaves the file behind. Memory: nine pages, each of a quarter of a megabyte, one megabyte at most.
 */
export class Scratch {
  private readonly file: FileHandle;
  private readonly key = randomBytes(32);
  private page = Buffer.alloc(PAGE_BYTES);
  private used = 0;
  private end = 0;
  private pages: Page[] = [];
  private readonly cached = new Map<number, Buffer>();

  private constructor(file: FileHandle) {
    this.file = file;
  }

  static async open(path: string): Promise<Scratch> {
    return new Scratch(await open(path, 'w+', 0o600));
  }

  /** Stores a record of at most {@link RECORD_MAX_BYTES}. @returns its address */
  async append(record: Uint8Array): Promise<number> {
    const length = LENGTH_BYTES + record.length;
    if (length > PAGE_BYTES) throw new RangeError('the record is too large');
    if (this.used >= FULL_BYTES || this.used + length > PAGE_BYTES) await this.flush();
    const address = this.pages.length * PAGE_BYTES + this.used;
    this.page.writeUInt32LE(record.length, this.used);
    this.page.set(record, this.used + LENGTH_BYTES);
    this.used += length;
    return address;
  }

  /** Returns a record, valid until {@link clear}. */
  async read(address: number): Promise<Buffer> {
    const page = await this.pageAt(Math.floor(address / PAGE_BYTES));
    const at = address % PAGE_BYTES;
    const start = at + LENGTH_BYTES;
    return page.subarray(start, start + page.readUInt32LE(at));
  }

  /** Removes all records. */
  clear(): void {
    this.used = 0;
    this.end = 0;
    this.pages = [];
    this.cached.clear();
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private async flush(): Promise<void> {
    const iv = randomBytes(IV_BYTES);
    const sealed = createCipheriv(ALGORITHM, this.key, iv).update(this.page.subarray(0, this.used));
    const position = this.end;
    for (let at = 0; at < sealed.length; )
      at += (await this.file.write(sealed, at, sealed.length - at, position + at)).bytesWritten;
    this.pages.push({ iv, position, length: sealed.length });
    this.end += sealed.length;
    this.used = 0;
  }

  private async pageAt(index: number): Promise<Buffer> {
    const page = this.pages[index];
    if (page === undefined) return this.page;
    const known = this.cached.get(index);
    // The most recently used page is the last to be evicted.
    this.cached.delete(index);
    const bytes = known ?? (await this.load(page));
    this.cached.set(index, bytes);
    const [oldest] = this.cached.keys();
    if (this.cached.size > CACHED_PAGES && oldest !== undefined) this.cached.delete(oldest);
    return bytes;
  }

  private async load({ iv, position, length }: Page): Promise<Buffer> {
    const sealed = Buffer.alloc(length);
    for (let at = 0; at < length; ) {
      const { bytesRead } = await this.file.read(sealed, at, length - at, position + at);
      if (bytesRead === 0) throw new Error('the temporary file is shorter than it was');
      at += bytesRead;
    }
    return createDecipheriv(ALGORITHM, this.key, iv).update(sealed);
  }
}
