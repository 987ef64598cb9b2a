import { createHmac } from 'node:crypto';
import { plant } from '../support/plant.ts';

export const signatureOf = (appSecret: string, body: string | Uint8Array): string =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;

let serial = 0;

/** Returns a WhatsApp Cloud text in Meta's format. */
export const cloudText = (
  text: string,
  fields: { from?: string; id?: string; timestampS?: number } = {},
) => ({
  from: plant(fields.from ?? '5531988880001'),
  id: fields.id ?? `wamid.TEST${++serial}`,
  timestamp: String(fields.timestampS ?? Math.floor(Date.now() / 1000) - 60),
  type: 'text',
  text: { body: plant(text) },
});

/**
 * Returns a delivery for one phone number, with its messages spread over entries and changes of `perChange` messages.
 */
export const cloudDelivery = (
  phoneNumberId: string,
  messages: readonly unknown[],
  perChange = 50,
): string => {
  const changes = Array.from({ length: Math.ceil(messages.length / perChange) }, (_, n) => ({
    field: 'messages',
    value: {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '551130000000', phone_number_id: phoneNumberId },
      contacts: [{ profile: { name: 'Sônia' }, wa_id: '5531988880001' }],
      messages: messages.slice(n * perChange, (n + 1) * perChange),
    },
  }));
  const half = Math.ceil(changes.length / 2);
  const entry = [changes.slice(0, half), changes.slice(half)]
    .filter((part) => part.length > 0)
    .map((part, n) => ({ id: `account-${n}`, changes: part }));
  return JSON.stringify({ object: 'whatsapp_business_account', entry });
};
