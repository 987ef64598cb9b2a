import type * as z from 'zod';
import type { Journal } from '../fake-whatsapp/journal.ts';

/** Values of one kind by their name, in the journal and in memory. */
export class Shelf<S extends z.ZodType> {
  private readonly journal: Journal;
  private readonly prefix: string;
  private readonly values = new Map<string, z.output<S>>();

  constructor(journal: Journal, kind: string, schema: S) {
    this.journal = journal;
    this.prefix = `${kind}/`;
    for (const [name, json] of journal.entries(this.prefix))
      this.values.set(name.slice(this.prefix.length), schema.parse(JSON.parse(json)));
  }

  get(name: string): z.output<S> | undefined {
    return this.values.get(name);
  }

  all(): z.output<S>[] {
    return [...this.values.values()];
  }

  entries(): [name: string, value: z.output<S>][] {
    return [...this.values];
  }

  set(name: string, value: z.output<S>): void {
    this.values.set(name, value);
    this.journal.set(`${this.prefix}${name}`, value);
  }

  delete(name: string): void {
    this.values.delete(name);
    this.journal.delete(`${this.prefix}${name}`);
  }
}
