import { EventEmitter, once } from 'node:events';
import * as z from 'zod';
import type { Journal } from '../fake-whatsapp/journal.ts';
import { metaChannelSchema } from './people.ts';
import { Shelf } from './shelf.ts';

const optionSchema = z.object({ id: z.string(), title: z.string() });

/** What a message shows on the customer's screen. */
export const shownSchema = z.object({
  type: z.string(),
  text: z.string().optional(),
  media: z
    .object({ id: z.string(), mimeType: z.string(), fileName: z.string().optional(), size: z.number() })
    .optional(),
  location: z.object({ latitude: z.number(), longitude: z.number(), name: z.string().optional() }).optional(),
  /** A shared contact. */
  card: z.object({ name: z.string(), vcard: z.string() }).optional(),
  /** Buttons, quick replies or the rows of a list, which the customer can choose. */
  options: z.array(optionSchema).optional(),
  /** Id of the message that is answered. */
  quoted: z.string().optional(),
  emoji: z.string().optional(),
  /** Id of the message that a reaction or deletion refers to. */
  target: z.string().optional(),
});
export type Shown = z.output<typeof shownSchema>;

const lineSchema = shownSchema.extend({
  id: z.string(),
  channel: metaChannelSchema,
  accountId: z.string(),
  contact: z.string(),
  fromCustomer: z.boolean(),
  at: z.string(),
  /** 1 = accepted by Meta, 2 = delivered, 3 = read, 4 = played. For customers' messages, 3 = read by the business. */
  ack: z.int(),
  /** Code of the error with which the message failed after it was accepted. */
  failed: z.int().optional(),
  deleted: z.boolean().optional(),
  /** Text that Meta repeats in the statuses or the echo of the message. */
  reference: z.string().optional(),
});
export type Line = z.output<typeof lineSchema>;

/** All messages between customers and accounts of Meta, as the customers' phones show them. */
export class Conversation {
  private readonly lines: Shelf<typeof lineSchema>;
  private readonly added = new EventEmitter();
  /** Customers and accounts that were shown as typing to them, oldest first. */
  readonly typed: { contact: string; accountId: string }[] = [];

  constructor(journal: Journal) {
    this.lines = new Shelf(journal, 'line', lineSchema);
    this.added.setMaxListeners(0);
  }

  get(id: string): Line | undefined {
    return this.lines.get(id);
  }

  /** Returns a customer's lines on a channel, oldest first. */
  of(contact: string, channel: string, accountId?: string): Line[] {
    return this.lines
      .all()
      .filter(
        (line) =>
          line.contact === contact &&
          line.channel === channel &&
          (accountId === undefined || line.accountId === accountId),
      );
  }

  add(line: Line): void {
    this.lines.set(line.id, line);
    if (line.type === 'delete' && line.target !== undefined) this.change(line.target, { deleted: true });
    this.added.emit(line.contact);
  }

  change(id: string, change: Partial<Pick<Line, 'ack' | 'failed' | 'deleted'>>): void {
    const line = this.lines.get(id);
    if (line === undefined) return;
    const ack = Math.max(line.ack, change.ack ?? 0);
    this.lines.set(id, { ...line, ...change, ack });
  }

  /** Resolves when a line is added to a customer's conversations, or when the signal aborts. */
  async next(contact: string, signal: AbortSignal): Promise<void> {
    await once(this.added, contact, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}
