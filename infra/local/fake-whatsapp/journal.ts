import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const COMPACT_AT_BYTES = 32 * 1024 * 1024;

/**
 * Named JSON values in one append-only file. Each write is in the file before the call returns, so that it survives a
 * crash of the process at any moment. A line torn by a crash is ignored.
 */
export class Journal {
  private readonly values = new Map<string, string>();
  private readonly path: string;
  private file: number;
  private bytes = 0;

  constructor(path: string) {
    this.path = path;
    mkdirSync(dirname(path), { recursive: true });
    for (const line of readLines(path)) {
      const tab = line.indexOf('\t');
      if (tab < 0) continue;
      const name = line.slice(0, tab);
      const value = line.slice(tab + 1);
      if (value === '') this.values.delete(name);
      else if (isJson(value)) this.values.set(name, value);
    }
    this.file = this.compact();
  }

  get(name: string): string | undefined {
    return this.values.get(name);
  }

  *entries(prefix: string): Generator<[name: string, json: string]> {
    for (const [name, json] of this.values) if (name.startsWith(prefix)) yield [name, json];
  }

  set(name: string, value: unknown): void {
    const json = JSON.stringify(value);
    this.values.set(name, json);
    this.append(`${name}\t${json}\n`);
  }

  delete(name: string): void {
    if (this.values.delete(name)) this.append(`${name}\t\n`);
  }

  close(): void {
    closeSync(this.file);
  }

  private append(line: string): void {
    this.bytes += writeSync(this.file, line);
    if (this.bytes > COMPACT_AT_BYTES) {
      closeSync(this.file);
      this.file = this.compact();
    }
  }

  private compact(): number {
    const text = [...this.values].map(([name, json]) => `${name}\t${json}\n`).join('');
    writeFileSync(`${this.path}.new`, text);
    renameSync(`${this.path}.new`, this.path);
    this.bytes = 0;
    return openSync(this.path, 'a');
  }
}

const readLines = (path: string): string[] => {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
