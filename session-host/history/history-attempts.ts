import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Much longer than any log keeps a part's notice. */
const KEPT_MS = 30 * 86_400_000;

/**
 * Counts how often reading a part began without returning, because the process died from it or during it. The counts
 * are files next to the write-ahead logs, so that a host that adopts a log finds them.
 */
export class PartAttempts {
  private readonly folder: string;
  private readonly begun = new Set<string>();

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'history-attempts');
  }

  /** Notes that reading a part begins; resolves when that is on disk. @returns how many readings ended a process */
  async begin(part: string): Promise<number> {
    await mkdir(this.folder, { recursive: true });
    await this.forgetOld();
    this.begun.add(part);
    const file = await open(this.pathOf(part), 'a', 0o600);
    try {
      // The file's length is the count, because an append cannot leave a wrong value.
      await file.appendFile('.');
      await file.datasync();
      return (await file.stat()).size - 1;
    } finally {
      await file.close();
    }
  }

  /** Notes that the process survived reading a part. */
  async end(part: string): Promise<void> {
    if (this.begun.delete(part)) await rm(this.pathOf(part), { force: true });
  }

  /** Cancels all counts in progress, because the process is told to stop and the parts are not to blame. */
  async stop(): Promise<void> {
    await Promise.all([...this.begun].map((part) => this.end(part)));
  }

  private pathOf(part: string): string {
    return join(this.folder, createHash('sha256').update(part).digest('hex'));
  }

  private async forgetOld(): Promise<void> {
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      // Another host may end the same part at the same time.
      const since = await stat(path).catch(() => undefined);
      if (since !== undefined && Date.now() - since.mtimeMs > KEPT_MS) await rm(path, { force: true });
    }
  }
}
