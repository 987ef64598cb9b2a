import * as z from 'zod';
import { chatKeyOf } from '../chat-key.ts';
import { itsTime } from '../meta/lenient-fields.ts';
import { type MetaAccount, type MetaUpdate, problem } from '../meta/meta-update.ts';
import { textUpTo } from './cloud-fields.ts';
import { type Profile, personOf, phoneSchema, userIdSchema } from './cloud-person.ts';

const preferenceSchema = z.object({
  wa_id: phoneSchema,
  user_id: userIdSchema,
  category: textUpTo(100),
  value: textUpTo(100),
  timestamp: itsTime,
});

/** Whether a person wants marketing messages, by the value of the preference. */
const WANTS: ReadonlyMap<string, boolean> = new Map([
  ['stop', false],
  ['resume', true],
  ['signup', true],
]);

/** Returns the update in one entry of `user_preferences`. */
export const preferenceUpdate = (
  raw: unknown,
  { account, profiles }: { account: MetaAccount; profiles: readonly Profile[] },
): MetaUpdate => {
  const parsed = preferenceSchema.safeParse(raw);
  if (!parsed.success) return problem('malformed user_preferences', raw);
  const { wa_id: phone, user_id: userId, category, value, timestamp: sentAt } = parsed.data;
  const isWanted = category === 'marketing_messages' ? WANTS.get(value) : undefined;
  if (isWanted === undefined) return { kind: 'ignored', what: `preference ${category} ${value}` };
  const { identities } = personOf({ userId, phone }, profiles);
  if (identities.length === 0) return problem('preference of nobody', raw);
  const chat = { isGroup: false, identities };
  return {
    kind: 'event',
    account,
    chatKey: chatKeyOf(identities),
    sentAt,
    event: { type: 'marketing-preference', chat, isWanted, sentAt },
  };
};
