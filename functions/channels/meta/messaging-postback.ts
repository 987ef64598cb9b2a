import * as z from 'zod';
import { sha256 } from '../../platform/ids.ts';
import { lenient, messageId, someText } from './lenient-fields.ts';
import { messageOn, type Occasion, type Reading } from './messaging-occasion.ts';
import { referralSchema, referred } from './messaging-referral.ts';

const postbackSchema = z.object({
  mid: lenient(messageId),
  title: someText,
  /** Only the program that made the button gets it. */
  payload: someText,
  referral: lenient(referralSchema),
});

/** Reads a press of a button as a message with the button's title. */
export const readPostback = (raw: unknown, occasion: Occasion): Reading => {
  // Meta sends none there; the program that handles the conversation answers it.
  if (occasion.isStandby) return { ignored: 'postback in standby' };
  const parsed = postbackSchema.safeParse(raw);
  if (!parsed.success) return undefined;
  const { mid, title, payload, referral } = parsed.data;
  const text = title ?? payload;
  if (text === undefined) return undefined;
  const { customer, sentAt } = occasion;
  // Older postbacks have no id; a repeated delivery must get the same one.
  const providerMessageId =
    mid ?? `postback:${sha256(JSON.stringify([customer.value, sentAt, payload ?? text]))}`;
  return [messageOn(occasion, { providerMessageId, content: { kind: 'text', text }, ...referred(referral) })];
};
