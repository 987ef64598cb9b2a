import { proto } from 'baileys/WAProto/index.js';
import * as z from 'zod';
import type { Journal } from './journal.ts';

/** A message as the phone that wrote it holds it: to send it again, and to tell it to the account's device. */
export interface HeldMessage {
  key: proto.IMessageKey;
  message: proto.IMessage;
  /** Seconds. */
  at: number;
  /** The customer's number; empty for the account's own phone. */
  from: string;
  /** Id of the group it was written in; empty for none. */
  group: string;
  /** The account whose chat it is in. */
  account: string;
  /** Attributes of its stanza but id and time. */
  attrs: Record<string, string>;
  /** The device cannot open it: until it asks for it again, or ever. */
  spoiled?: 'once' | 'always' | undefined;
}

const keptSchema = z.object({
  at: z.int(),
  from: z.string(),
  group: z.string(),
  account: z.string().default(''),
  attrs: z.record(z.string(), z.string()),
  spoiled: z.enum(['once', 'always']).optional(),
  /** Key and message, encoded. */
  info: z.base64(),
});
const PLACE = 'held/';

/**
 * What phones wrote, by id. Until a device has it, a message is in the journal: a phone repeats what it is asked for after
 * it was off, too.
 */
export class HeldMessages {
  private readonly journal: Journal;
  private readonly held = new Map<string, HeldMessage>();

  constructor(journal: Journal) {
    this.journal = journal;
    for (const [name, json] of journal.entries(PLACE)) {
      const { info, ...kept } = keptSchema.parse(JSON.parse(json));
      const { key, message } = proto.WebMessageInfo.decode(Buffer.from(info, 'base64'));
      this.held.set(name.slice(PLACE.length), { ...kept, key: key ?? {}, message: message ?? {} });
    }
  }

  get(id: string): HeldMessage | undefined {
    return this.held.get(id);
  }

  /** What an account's chat holds before a message, the newest `count` of it, oldest first. */
  before(id: string, account: string, chatJid: string, count: number): HeldMessage[] {
    const chat = [...this.held.values()].filter(
      (one) => one.account === account && one.key.remoteJid === chatJid,
    );
    const place = chat.findIndex(({ key }) => key.id === id);
    return chat.slice(0, Math.max(0, place)).slice(-count);
  }

  set(id: string, { key, message, ...kept }: HeldMessage): void {
    this.held.set(id, { key, message, ...kept });
    const info = Buffer.from(proto.WebMessageInfo.encode({ key, message }).finish()).toString('base64');
    this.journal.set(`${PLACE}${id}`, { ...kept, info });
  }

  /** A device has it; the phone still shows it. */
  delivered(id: string): void {
    this.journal.delete(`${PLACE}${id}`);
  }

  delete(id: string): void {
    this.held.delete(id);
    this.journal.delete(`${PLACE}${id}`);
  }
}
