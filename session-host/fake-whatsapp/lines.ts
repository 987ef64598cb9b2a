import * as z from 'zod';
import { type Shown, shownSchema } from './content.ts';
import type { Journal } from './journal.ts';

/** One line of a customer's conversation with an account. */
export const lineSchema = shownSchema.extend({
  id: z.string(),
  account: z.string(),
  contact: z.string(),
  group: z.string().optional(),
  fromCustomer: z.boolean(),
  at: z.string(),
  /** 1 the server has it, 2 delivered, 3 read, 4 played. */
  ack: z.int(),
  /** How often the same id arrived; phones show it once. */
  copies: z.int(),
  edited: z.boolean().optional(),
  deleted: z.boolean().optional(),
});
export type Line = z.infer<typeof lineSchema>;

const nameOf = (line: Pick<Line, 'account' | 'id'>): string => `${line.account}/${line.id}`;

/** Everything that passed between customers and accounts, as their phones show it. */
export class Lines {
  private readonly journal: Journal;
  private readonly lines = new Map<string, Line>();

  constructor(journal: Journal) {
    this.journal = journal;
    for (const [, json] of journal.entries('line/')) {
      const line = lineSchema.parse(JSON.parse(json));
      this.lines.set(nameOf(line), line);
    }
  }

  get(account: string, id: string): Line | undefined {
    return this.lines.get(nameOf({ account, id }));
  }

  find(matches: (line: Line) => boolean): Line | undefined {
    for (const line of this.lines.values()) if (matches(line)) return line;
    return undefined;
  }

  /** A customer's lines, oldest first. */
  of(contact: string, account?: string): Line[] {
    return [...this.lines.values()]
      .filter((line) => line.contact === contact && (account === undefined || line.account === account))
      .sort((a, b) => a.at.localeCompare(b.at));
  }

  save(line: Line): void {
    this.lines.set(nameOf(line), line);
    this.journal.set(`line/${nameOf(line)}`, line);
  }

  raiseAck(line: Line, ack: number): void {
    if (ack > line.ack) this.save({ ...line, ack });
  }

  /** Adds a message, or counts one that came again; edits and deletions change the line they name too. */
  add(where: Pick<Line, 'account' | 'id' | 'contact' | 'fromCustomer' | 'group'>, shown: Shown): void {
    const known = this.get(where.account, where.id);
    if (known !== undefined) {
      this.save({ ...known, copies: known.copies + 1 });
      return;
    }
    const target = shown.target === undefined ? undefined : this.get(where.account, shown.target);
    if (shown.type === 'edit' && target !== undefined)
      this.save({ ...target, text: shown.text ?? '', edited: true });
    if (shown.type === 'delete' && target !== undefined) this.save({ ...target, deleted: true });
    this.save({ ...shown, ...where, at: new Date().toISOString(), ack: 1, copies: 1 });
  }
}
