import * as z from 'zod';
import { lenient, metaId, someTime } from './lenient-fields.ts';
import { readEdit, readReaction } from './messaging-changes.ts';
import { readMessage } from './messaging-message.ts';
import type { Occasion, Reading } from './messaging-occasion.ts';
import { readPostback } from './messaging-postback.ts';
import { readDelivery, readSeen } from './messaging-receipts.ts';
import { type MetaAccount, type MetaUpdate, problem } from './meta-update.ts';

const partySchema = lenient(z.object({ id: lenient(metaId) }));
const itemSchema = z.looseObject({ sender: partySchema, recipient: partySchema, timestamp: someTime });
const echoSchema = z.object({ is_echo: z.literal(true) });

/** The kinds of event that are read, by their field. */
const READERS: ReadonlyMap<string, (raw: unknown, occasion: Occasion) => Reading> = new Map([
  ['message', readMessage],
  ['message_edit', readEdit],
  ['reaction', readReaction],
  ['postback', readPostback],
  ['delivery', readDelivery],
  ['read', readSeen],
]);
const NAME_MAX = 100;

/** Where an event was found. */
interface Place {
  account: MetaAccount;
  /** Time of the delivery, for events without a time of their own. Epoch milliseconds. */
  deliveredAt: number;
  isStandby: boolean;
}

/**
 * Returns the updates in one event of a Messenger page or an Instagram account. Events without a use for us (opt-ins,
 * referrals alone, changes of control, policy notices) are ignored.
 */
export const messagingUpdates = (raw: unknown, { account, deliveredAt, isStandby }: Place): MetaUpdate[] => {
  const parsed = itemSchema.safeParse(raw);
  if (!parsed.success) return [problem('malformed messaging', raw)];
  const { sender, recipient, timestamp, ...kinds } = parsed.data;
  const [kind, body] = Object.entries(kinds).find(([name]) => READERS.has(name)) ?? [];
  const read = READERS.get(kind ?? '');
  if (read === undefined) {
    return [{ kind: 'ignored', what: `messaging ${Object.keys(kinds).join(', ')}`.slice(0, NAME_MAX) }];
  }
  const fromMe = sender?.id === account.accountId || echoSchema.safeParse(body).success;
  const customerId = (fromMe ? recipient : sender)?.id;
  // A person who is known only by a `user_ref` of a plugin cannot be answered.
  if (customerId === undefined) return [problem(`${kind} of nobody`, raw)];
  const occasion: Occasion = {
    customer: { kind: account.channel === 'instagram' ? 'igsid' : 'psid', value: customerId },
    fromMe,
    sentAt: timestamp ?? deliveredAt,
    isStandby,
  };
  const reading = read(body, occasion);
  if (reading === undefined) return [problem(`malformed ${kind}`, raw)];
  if ('ignored' in reading) return [{ kind: 'ignored', what: reading.ignored }];
  const { sentAt } = occasion;
  return reading.map((event) => ({ kind: 'event', account, chatKey: customerId, sentAt, event }));
};
