import { EventEmitter, once } from 'node:events';
import * as z from 'zod';
import { type Shown, shownSchema } from './content.ts';
import type { Journal } from './journal.ts';
import { groupIdOf } from './stanzas.ts';

/** One line of a customer's conversation with an account. */
export const lineSchema = shownSchema.extend({
  id: z.string(),
  account: z.string(),
  /** Number of the customer, or of the group that an account wrote to. */
  contact: z.string(),
  /** Group of the message. */
  group: z.string().optional(),
  fromCustomer: z.boolean(),
  at: z.string(),
  /** 1 = received by the server, 2 = delivered, 3 = read, 4 = played. */
  ack: z.int(),
  /** Number of times that the same id arrived; phones show the message once. */
  copies: z.int(),
  edited: z.boolean().optional(),
  deleted: z.boolean().optional(),
});
export type Line = z.infer<typeof lineSchema>;

/** Returns the conversation of a line: the group, or the customer. */
const chatOf = ({ contact, group }: Pick<Line, 'contact' | 'group'>): string =>
  groupIdOf(group ?? '') ?? contact;

const nameOf = (line: Pick<Line, 'account' | 'id'>): string => `${line.account}/${line.id}`;

/** All messages between customers and accounts, as their phones show them. */
export class Lines {
  private readonly journal: Journal;
  private readonly lines = new Map<string, Line>();
  private readonly chats = new Map<string, Map<string, Line>>();
  private readonly added = new EventEmitter();

  constructor(journal: Journal) {
    this.journal = journal;
    this.added.setMaxListeners(0);
    for (const [, json] of journal.entries('line/')) this.hold(lineSchema.parse(JSON.parse(json)));
  }

  private hold(line: Line): void {
    this.lines.set(nameOf(line), line);
    const chat = this.chats.get(chatOf(line)) ?? new Map<string, Line>();
    this.chats.set(chatOf(line), chat.set(nameOf(line), line));
  }

  get(account: string, id: string): Line | undefined {
    return this.lines.get(nameOf({ account, id }));
  }

  find(matches: (line: Line) => boolean): Line | undefined {
    for (const line of this.lines.values()) if (matches(line)) return line;
    return undefined;
  }

  /** Returns a customer's or group's lines, oldest first. */
  of(contact: string, account?: string): Line[] {
    return [...(this.chats.get(contact)?.values() ?? [])]
      .filter((line) => account === undefined || line.account === account)
      .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  }

  /** Resolves when a line is added to a conversation, or when the signal aborts. */
  async next(contact: string, signal: AbortSignal): Promise<void> {
    await once(this.added, `to ${contact}`, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  save(line: Line): void {
    this.hold(line);
    this.journal.set(`line/${nameOf(line)}`, line);
  }

  raiseAck(line: Line, ack: number): void {
    if (ack > line.ack) this.save({ ...line, ack });
  }

  /** Adds a message, or counts a duplicate. Edits and deletions also change the line that they refer to. */
  add(where: Pick<Line, 'account' | 'id' | 'contact' | 'fromCustomer' | 'group'>, shown: Shown): void {
    const known = this.get(where.account, where.id);
    if (known !== undefined) {
      this.save({ ...known, copies: known.copies + 1, ...(shown.stays === true ? { stays: true } : {}) });
      return;
    }
    const target = shown.target === undefined ? undefined : this.get(where.account, shown.target);
    if (shown.type === 'edit' && target !== undefined)
      this.save({
        ...target,
        text: shown.text ?? '',
        edited: true,
        ...(shown.stays === true ? { stays: true } : {}),
      });
    if (shown.type === 'delete' && target !== undefined) this.save({ ...target, deleted: true });
    this.save({ ...shown, ...where, at: new Date().toISOString(), ack: 1, copies: 1 });
    this.added.emit(`to ${chatOf(where)}`);
  }
}
