import * as z from 'zod';
import { chatKeyOf } from '../chat-key.ts';
import { itsTime } from '../meta/lenient-fields.ts';
import { type MetaAccount, type MetaUpdate, problem } from '../meta/meta-update.ts';
import { textUpTo } from './cloud-fields.ts';
import { identitiesOf, type Named, phoneSchema, userIdSchema } from './cloud-person.ts';

const systemSchema = z.object({
  timestamp: itsTime,
  /** The phone before the change. */
  from: phoneSchema,
  from_user_id: userIdSchema,
  system: z.object({
    type: textUpTo(100),
    wa_id: phoneSchema,
    user_id: userIdSchema,
    previous_user_id: userIdSchema,
  }),
});

const userIdUpdateSchema = z.object({
  timestamp: itsTime,
  wa_id: phoneSchema,
  user_id: z.object({ previous: userIdSchema, current: userIdSchema }),
});

/** System messages that say that a person has a new phone or a new BSUID. */
const CHANGES: ReadonlySet<string> = new Set(['user_changed_number', 'user_changed_user_id']);

const update = (
  account: MetaAccount,
  sentAt: number,
  before: Named,
  after: Named,
): MetaUpdate | undefined => {
  const [old, identities] = [identitiesOf(before), identitiesOf(after)];
  if (old.length === 0 || identities.length === 0) return undefined;
  const chat = { isGroup: false, identities: old };
  return {
    kind: 'event',
    account,
    chatKey: chatKeyOf(old),
    sentAt,
    event: { type: 'new-identities', chat, identities, sentAt },
  };
};

/** Returns the update in a system message. */
export const identityChange = (raw: unknown, account: MetaAccount): MetaUpdate => {
  const parsed = systemSchema.safeParse(raw);
  if (!parsed.success) return problem('malformed system message', raw);
  const { timestamp, from, from_user_id, system } = parsed.data;
  const { type, wa_id, user_id, previous_user_id } = system;
  if (!CHANGES.has(type)) return { kind: 'ignored', what: `system message ${type}` };
  // Whether the sender's BSUID is the old one or the new one is not documented. The text also names both, but it
  // contains the person's name, which could name somebody else's.
  const userId = previous_user_id ?? (from_user_id === user_id ? undefined : from_user_id);
  return (
    update(account, timestamp, { userId, phone: from }, { userId: user_id, phone: wa_id }) ??
    problem('change of unknown identities', raw)
  );
};

/** Returns the update in one entry of `user_id_update`. */
export const userIdUpdate = (raw: unknown, account: MetaAccount): MetaUpdate => {
  const parsed = userIdUpdateSchema.safeParse(raw);
  if (!parsed.success) return problem('malformed user_id_update', raw);
  const { timestamp, wa_id: phone, user_id } = parsed.data;
  return (
    update(account, timestamp, { userId: user_id.previous, phone }, { userId: user_id.current, phone }) ??
    problem('change of unknown identities', raw)
  );
};
