import { createCipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { proto } from 'baileys/WAProto/index.js';
import * as z from 'zod';
import type { Journal } from './journal.ts';
import { type Addressing, lidJid, phoneJid } from './stanzas.ts';

const SECRET_BYTES = 32;
const IV_BYTES = 12;

const pollSchema = z.object({
  /** Base64. */
  secret: z.base64(),
  /** The person who created the poll. */
  writer: z.object({ number: z.string(), lid: z.string() }),
});
type Person = z.infer<typeof pollSchema>['writer'];

const nameOf = (account: string, id: string): string => `poll/${account}/${id}`;

/** Returns a poll with a new secret; other messages unchanged. */
export const withSecret = (message: proto.IMessage): proto.IMessage =>
  message.pollCreationMessageV3
    ? { ...message, messageContextInfo: { messageSecret: randomBytes(SECRET_BYTES) } }
    : message;

/** The polls that phones show, with the secrets that encrypt their votes. */
export class Polls {
  private readonly journal: Journal;

  constructor(journal: Journal) {
    this.journal = journal;
  }

  /** Notes a poll; does nothing for other messages. */
  note(account: string, id: string, message: proto.IMessage, { number, lid }: Person): void {
    const poll = message.pollCreationMessageV3 ?? message.pollCreationMessage;
    const secret = message.messageContextInfo?.messageSecret;
    if (!poll || !secret) return;
    const writer = { number, lid };
    this.journal.set(nameOf(account, id), { secret: Buffer.from(secret).toString('base64'), writer });
  }

  /**
   * Returns a vote as a phone encrypts it: for the ids of the poll's writer and of the voter, and with the hashes of the
   * options. @throws RangeError for an unknown poll
   */
  vote(
    account: string,
    key: proto.IMessageKey,
    voter: Person,
    options: readonly string[],
    addressing: Addressing,
  ): proto.IMessage {
    const id = key.id ?? '';
    const json = this.journal.get(nameOf(account, id));
    if (json === undefined) throw new RangeError('no such poll');
    const { secret, writer } = pollSchema.parse(JSON.parse(json));
    const jidOf = ({ number, lid }: Person) => (addressing === 'phone' ? phoneJid(number) : lidJid(lid));
    const voterJid = jidOf(voter);
    const info = `${id}${jidOf(writer)}${voterJid}Poll Vote`;
    const derived = hkdfSync('sha256', Buffer.from(secret, 'base64'), Buffer.alloc(0), info, SECRET_BYTES);
    const encIv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(derived), encIv);
    cipher.setAAD(Buffer.from(`${id}\0${voterJid}`));
    const selectedOptions = options.map((option) => createHash('sha256').update(option).digest());
    const plain = proto.Message.PollVoteMessage.encode({ selectedOptions }).finish();
    const encPayload = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    return {
      pollUpdateMessage: {
        pollCreationMessageKey: key,
        vote: { encPayload, encIv },
        senderTimestampMs: Date.now(),
      },
    };
  }
}
