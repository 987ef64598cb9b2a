import * as z from 'zod';
import { customerFields } from '../customer-fields.ts';
import { metaChannelSchema } from './people.ts';

const KINDS = [
  'text',
  'image',
  'video',
  'audio',
  'voice',
  'document',
  'sticker',
  'location',
  'contact',
  'reaction',
  'choice',
  'edit',
  'delete',
  'story_reply',
  'postback',
] as const;

/** An action of a customer of WhatsApp Cloud, Messenger or Instagram on the phone. */
export const metaCustomerSchema = z.object({
  ...customerFields,
  channel: metaChannelSchema,
  /** Id of the account that is written to; by default the first account that the app is subscribed to. */
  accountId: z.string().max(100).optional(),
  /** Number on WhatsApp; otherwise any name, of which the PSID or IGSID is made. */
  from: z.string().regex(/^[\w.]{3,40}$/),
  type: z.enum(KINDS).default('text'),
  emoji: z.string().max(32).optional(),
  /** Id of the message that is reacted to, edited or deleted, or whose option is chosen. */
  target: z.string().max(200).optional(),
  /** Id of the chosen option. */
  option: z.string().max(1000).optional(),
  /** Payload of a postback. */
  payload: z.string().max(1000).optional(),
  /** Whether the customer hides the number from WhatsApp's businesses. */
  hidesNumber: z.boolean().default(false),
});
export type MetaCustomerMessage = z.output<typeof metaCustomerSchema>;

/**
 * Returns a field that the type of message needs.
 * @throws RangeError if it is missing
 */
export const need = <T>(value: T | undefined, name: string): T => {
  if (value === undefined) throw new RangeError(`${name} is missing`);
  return value;
};
