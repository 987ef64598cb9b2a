import { type Phone, WABA } from './accounts.ts';
import type { Line } from './conversation.ts';
import { titleOf } from './graph-refused.ts';
import type { Person } from './people.ts';
import type { Update } from './webhook-body.ts';

const secondsOf = (atMs: number): string => String(Math.floor(atMs / 1000));

const messagesUpdate = (phone: Phone, value: Record<string, unknown>): Update => ({
  object: 'whatsapp_business_account',
  entryId: WABA.id,
  field: 'messages',
  value: {
    messaging_product: 'whatsapp',
    // Meta gives the number in digits here, and formatted in its management calls.
    metadata: { display_phone_number: phone.number, phone_number_id: phone.id },
    ...value,
  },
});

/** Returns who wrote or was written to; without the number for a customer who hides it. */
const contactOf = ({ name, id, userId }: Person, isHidden: boolean) => ({
  profile: { name },
  ...(isHidden ? {} : { wa_id: id }),
  user_id: userId,
});

/** Returns the update of a customer's message. `content` has its type, and the object of this name. */
export const messageUpdate = (
  phone: Phone,
  person: Person,
  message: {
    id: string;
    atMs: number;
    content: { type: string; [name: string]: unknown };
    quoted?: string | undefined;
    isNumberHidden: boolean;
  },
): Update => {
  const { id, atMs, content, quoted, isNumberHidden } = message;
  return messagesUpdate(phone, {
    contacts: [contactOf(person, isNumberHidden)],
    messages: [
      {
        ...(isNumberHidden ? {} : { from: person.id }),
        from_user_id: person.userId,
        id,
        timestamp: secondsOf(atMs),
        ...(quoted === undefined ? {} : { context: { from: phone.number, id: quoted } }),
        ...content,
      },
    ],
  });
};

const PRICING: Readonly<Record<string, object>> = {
  // The first thousand service messages of a month are free.
  service: { billable: false, pricing_model: 'PMP', type: 'free_customer_service', category: 'service' },
  utility: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' },
  marketing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'marketing' },
  authentication: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'authentication' },
};

const failure = (code: number) => ({
  code,
  title: titleOf(code),
  message: titleOf(code),
  error_data: { details: `The message was not delivered: ${titleOf(code)}` },
  href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
});

/** Returns the update of a status. The price comes with `sent` and `delivered`. */
export const statusUpdate = (
  phone: Phone,
  person: Person,
  line: Pick<Line, 'id' | 'reference' | 'failed'>,
  status: { name: 'sent' | 'delivered' | 'read' | 'played' | 'failed'; atMs: number; category: string },
): Update => {
  const { name, atMs, category } = status;
  const isFailed = name === 'failed';
  const pricing = name === 'sent' || name === 'delivered' ? { pricing: PRICING[category] } : {};
  return messagesUpdate(phone, {
    ...(isFailed ? {} : { contacts: [contactOf(person, false)] }),
    statuses: [
      {
        id: line.id,
        status: name,
        timestamp: secondsOf(atMs),
        recipient_id: person.id,
        ...(isFailed ? {} : { recipient_user_id: person.userId }),
        ...(line.reference === undefined ? {} : { biz_opaque_callback_data: line.reference }),
        ...pricing,
        ...(isFailed ? { errors: [failure(line.failed ?? 131000)] } : {}),
      },
    ],
  });
};
