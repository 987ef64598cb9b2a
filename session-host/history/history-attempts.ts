import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A part's notice is gone from every log long before. */
const KEPT_MS = 30 * 86_400_000;

/**
 * Counts how often the reading of a part began and did not return, because the process died of it or during it. Counts are
 * files beside the write-ahead logs, so the host that adopts a log finds them.
 */
export class PartAttempts {
  private readonly folder: string;
  private readonly begun = new Set<string>();

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'history-attempts');
  }

  /** Notes that the reading of a part begins; on the disk when it resolves. @returns how many readings ended a process */
  async begin(part: string): Promise<number> {
    await mkdir(this.folder, { recursive: true });
    await this.forgetOld();
    this.begun.add(part);
    const file = await open(this.pathOf(part), 'a', 0o600);
    try {
      // The file's length is the count: an append cannot leave a wrong one behind.
      await file.appendFile('.');
      await file.datasync();
      return (await file.stat()).size - 1;
    } finally {
      await file.close();
    }
  }

  /** Notes that the process outlived the reading of a part. */
  async end(part: string): Promise<void> {
    if (this.begun.delete(part)) await rm(this.pathOf(part), { force: true });
  }

  /** Takes back what began: the process is told to stop, and the part is not to blame. */
  async stop(): Promise<void> {
    await Promise.all([...this.begun].map((part) => this.end(part)));
  }

  private pathOf(part: string): string {
    return join(this.folder, createHash('sha256').update(part).digest('hex'));
  }

  private async forgetOld(): Promise<void> {
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      // Another host may end the same part meanwhile.
      const since = await stat(path).catch(() => undefined);
      if (since !== undefined && Date.now() - since.mtimeMs > KEPT_MS) await rm(path, { force: true });
    }
  }
}
