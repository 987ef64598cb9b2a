import type { Identity } from '@prosa/shared/messaging/identity.ts';
import * as z from 'zod';
import { chatKeyOf } from '../chat-key.ts';
import { meaningOf } from '../meta/graph-error.ts';
import { itsTime, lenient } from '../meta/lenient-fields.ts';
import { type MetaAccount, type MetaEvent, type MetaUpdate, problem } from '../meta/meta-update.ts';
import { sentAsOf } from '../meta/sent-as.ts';
import { messageIdSchema } from './cloud-fields.ts';
import { identitiesOf, phoneSchema, userIdSchema } from './cloud-person.ts';

const ACKS: ReadonlyMap<string, number> = new Map([
  ['sent', 1],
  ['delivered', 2],
  ['read', 3],
  ['played', 4],
]);

const statusSchema = z.object({
  id: messageIdSchema,
  status: z.string().max(40),
  timestamp: itsTime,
  /** The person's phone, or the group. */
  recipient_id: lenient(z.string().min(1).max(160)),
  recipient_user_id: userIdSchema,
  recipient_type: lenient(z.string()),
  /** The member of the group. */
  recipient_participant_id: lenient(z.string()),
  /** The reference that we sent with the message: `<message id>#<attempt>`. */
  biz_opaque_callback_data: lenient(z.string().max(512)),
  errors: lenient(z.array(z.object({ code: z.int() }))),
});
type Status = z.output<typeof statusSchema>;

const recipientsOf = ({ recipient_id, recipient_user_id, recipient_type }: Status): Identity[] => {
  if (recipient_type === 'group') {
    return recipient_id === undefined ? [] : [{ kind: 'group', value: recipient_id }];
  }
  return identitiesOf({ userId: recipient_user_id, phone: phoneSchema.parse(recipient_id) });
};

const eventOf = (status: Status): MetaEvent | undefined => {
  const sentAs = sentAsOf(status.biz_opaque_callback_data);
  const told = { providerMessageId: status.id, ...(sentAs === undefined ? {} : { sentAs }) };
  const ack = ACKS.get(status.status);
  if (ack !== undefined) return { type: 'receipt', ...told, ack };
  // A message that one member of a group did not get was sent nevertheless.
  if (status.status !== 'failed' || status.recipient_participant_id !== undefined) return undefined;
  const code = status.errors?.[0]?.code;
  return {
    type: 'send-failure',
    ...told,
    reason: code === undefined ? 'provider-failed' : meaningOf(code)[0],
  };
};

/** Error of a message that was not delivered because the person wants no marketing messages. */
const OPTED_OUT = 131050;

/** Returns what a failed status tells of its recipient: that the person wants no marketing messages. */
export const optOutUpdate = (raw: unknown, account: MetaAccount): MetaUpdate[] => {
  const { data } = statusSchema.safeParse(raw);
  if (data?.status !== 'failed' || data.errors?.[0]?.code !== OPTED_OUT) return [];
  const identities = recipientsOf(data);
  if (identities.length === 0 || data.recipient_type === 'group') return [];
  const sentAt = data.timestamp;
  const chat = { isGroup: false, identities };
  const event = { type: 'marketing-preference', chat, isWanted: false, sentAt } as const;
  return [{ kind: 'event', account, chatKey: chatKeyOf(identities), sentAt, event }];
};

/** Returns the update in one entry of `statuses`. */
export const statusUpdate = (raw: unknown, account: MetaAccount): MetaUpdate => {
  const parsed = statusSchema.safeParse(raw);
  if (!parsed.success) return problem('malformed status', raw);
  const { id, status, timestamp: sentAt, recipient_participant_id: member } = parsed.data;
  const event = eventOf(parsed.data);
  if (event === undefined) {
    return { kind: 'ignored', what: `status ${status}${member === undefined ? '' : " of a group's member"}` };
  }
  return { kind: 'event', account, chatKey: chatKeyOf(recipientsOf(parsed.data)) || id, sentAt, event };
};
