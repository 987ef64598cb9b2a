import * as z from 'zod';
import { messageId, someTime } from './lenient-fields.ts';
import { chatOf, type Occasion, type Reading } from './messaging-occasion.ts';

/** Messenger lists the delivered messages only sometimes. */
const deliverySchema = z.object({ mids: z.array(messageId).optional(), watermark: someTime });
/** Messenger sends the time up to which messages were read; Instagram the message that was read. */
const readSchema = z.object({ mid: messageId.optional(), watermark: someTime });

const DELIVERED = 2;
const READ = 3;

const receipts = (
  occasion: Occasion,
  { mids, watermark }: z.output<typeof deliverySchema>,
  ack: number,
): Reading => {
  // The account's own reading says nothing about the contact.
  if (occasion.fromMe) return { ignored: 'receipt of the account' };
  if (mids !== undefined && mids.length > 0) {
    return mids.map((providerMessageId) => ({ type: 'receipt', providerMessageId, ack }));
  }
  if (watermark === undefined) return undefined;
  return [{ type: 'receipt-until', chat: chatOf(occasion), until: watermark, ack }];
};

/** Reads which messages reached the contact. */
export const readDelivery = (raw: unknown, occasion: Occasion): Reading => {
  const parsed = deliverySchema.safeParse(raw);
  return parsed.success ? receipts(occasion, parsed.data, DELIVERED) : undefined;
};

/** Reads which messages the contact has read. */
export const readSeen = (raw: unknown, occasion: Occasion): Reading => {
  const parsed = readSchema.safeParse(raw);
  if (!parsed.success) return undefined;
  const { mid, watermark } = parsed.data;
  return receipts(occasion, { mids: mid === undefined ? undefined : [mid], watermark }, READ);
};
