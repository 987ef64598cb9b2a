import * as z from 'zod';
import { chatKeyOf } from '../chat-key.ts';
import { itsTime, lenient } from '../meta/lenient-fields.ts';
import { type MetaAccount, type MetaUpdate, problem } from '../meta/meta-update.ts';
import { optionalText, textUpTo } from './cloud-fields.ts';
import { identitiesOf, phoneSchema, userIdSchema } from './cloud-person.ts';

const NAME_CHARS = 500;

const entrySchema = z.object({
  type: textUpTo(100),
  /** `add` also for a changed entry. */
  action: lenient(z.string()),
  contact: z.object({
    full_name: optionalText(NAME_CHARS),
    first_name: optionalText(NAME_CHARS),
    phone_number: phoneSchema,
    user_id: userIdSchema,
  }),
  metadata: z.object({ timestamp: itsTime }),
});

/** Returns the update in one entry of `state_sync`: a name in the address book of the WhatsApp Business app. */
export const addressBookUpdate = (raw: unknown, account: MetaAccount): MetaUpdate => {
  const parsed = entrySchema.safeParse(raw);
  if (!parsed.success) return problem('malformed state_sync', raw);
  const { type, action, contact, metadata } = parsed.data;
  if (type !== 'contact') return { kind: 'ignored', what: `state_sync ${type}` };
  const { full_name = '', first_name = '', phone_number: phone, user_id: userId } = contact;
  const identities = identitiesOf({ userId, phone });
  if (identities.length === 0) return problem('address book entry of nobody', raw);
  const sentAt = metadata.timestamp;
  const name = action === 'remove' ? '' : full_name.trim() || first_name.trim();
  const chat = { isGroup: false, identities };
  return {
    kind: 'event',
    account,
    chatKey: chatKeyOf(identities),
    sentAt,
    event: { type: 'address-book-name', chat, name, sentAt },
  };
};
