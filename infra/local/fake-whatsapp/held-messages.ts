import { proto } from 'baileys/WAProto/index.js';
import * as z from 'zod';
import type { Journal } from './journal.ts';

/** A message as stored on its sender's phone: for sending it again, and for sharing it with the account's device. */
export interface HeldMessage {
  key: proto.IMessageKey;
  message: proto.IMessage;
  /** Epoch seconds. */
  at: number;
  /** The customer's number; empty for the account's own phone. */
  from: string;
  /** Id of the message's group; empty for none. */
  group: string;
  /** The account whose chat contains the message. */
  account: string;
  /** Attributes of the message's stanza, except id and time. */
  attrs: Record<string, string>;
  /** Set when the device cannot decrypt the message: until it asks again, or ever. */
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
 * Messages that phones sent, by id. A message stays in the journal until a device has it, because a phone answers
 * resend requests after a restart too.
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

  /** Returns the newest `count` messages before a message in an account's chat, oldest first. */
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

  /** Removes a delivered message from the journal; the phone still shows it. */
  delivered(id: string): void {
    this.journal.delete(`${PLACE}${id}`);
  }

  delete(id: string): void {
    this.held.delete(id);
    this.journal.delete(`${PLACE}${id}`);
  }
}
