import * as z from 'zod';
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
  channel: metaChannelSchema,
  /** Id of the account that is written to; by default the first account that the app is subscribed to. */
  accountId: z.string().max(100).optional(),
  /** Number on WhatsApp; otherwise any name, of which the PSID or IGSID is made. */
  from: z.string().regex(/^[\w.]{3,40}$/),
  name: z.string().max(500).default(''),
  type: z.enum(KINDS).default('text'),
  text: z.string().max(65_536).optional(),
  media: z
    .object({
      mimeType: z.string().min(1).max(255),
      fileName: z.string().max(255).optional(),
      data: z.base64(),
    })
    .optional(),
  /** Id of the message that is answered. */
  quoted: z.string().max(200).optional(),
  location: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      name: z.string().optional(),
      address: z.string().optional(),
    })
    .optional(),
  contact: z.object({ name: z.string(), number: z.string() }).optional(),
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
