import * as z from 'zod';
import { idSchema, instantSchema } from '../entities/common.ts';
import { mediaTypeSchema } from '../entities/message.ts';
import { ticketStatusSchema } from '../entities/ticket-terms.ts';
import { channelSchema } from '../messaging/identity.ts';

/** Type of the body that an integration of the types `n8n` and `webhook` gets. */
export const INTEGRATION_BODY_TYPE = 'integration.message';

/**
 * The body of a call of an n8n or webhook integration: the newest messages of a customer. A field may be added, and is
 * never removed or renamed. n8n may answer with JSON: `{"reply": "text"}`, `{"reply": ["text", "text"]}`, or a list
 * whose first object has such a reply; any other answer says nothing. The answer of a webhook is not read.
 */
export const integrationBodySchema = z.object({
  /** The same with every attempt, and in the header `webhook-id` of a signed call. */
  id: z.string(),
  type: z.literal(INTEGRATION_BODY_TYPE),
  /** When the call was made. */
  timestamp: instantSchema,
  companyId: idSchema,
  data: z.object({
    connection: z.object({ id: idSchema, name: z.string(), channel: channelSchema }),
    ticket: z.object({
      id: idSchema,
      uuid: z.string(),
      status: ticketStatusSchema,
      queueId: idSchema.nullable(),
    }),
    contact: z.object({
      id: idSchema,
      name: z.string(),
      /** Digits with country code; '' if only the provider's id is known. */
      number: z.string(),
      email: z.string(),
    }),
    /** The oldest first. */
    messages: z
      .array(
        z.object({
          id: z.string(),
          type: mediaTypeSchema,
          text: z.string(),
          /** null without a file. */
          mimeType: z.string().nullable(),
          /** A link to the file, valid for five to ten minutes; null without a file, or if it could not be stored. */
          fileUrl: z.string().nullable(),
          at: instantSchema,
        }),
      )
      .min(1),
  }),
});
export type IntegrationBody = z.infer<typeof integrationBodySchema>;

/** An example, for documentation. */
export const INTEGRATION_BODY_EXAMPLE: IntegrationBody = {
  id: '01k4x8m2c7f0e6d9b3a5',
  type: INTEGRATION_BODY_TYPE,
  timestamp: '2026-11-26T09:40:02.000Z',
  companyId: 1,
  data: {
    connection: { id: 1, name: 'Loja', channel: 'whatsapp' },
    ticket: { id: 12, uuid: '0000000c-9d1f-4c6e-8f0a-0f5f6d1c2b3a', status: 'pending', queueId: null },
    contact: { id: 7, name: 'Maria Souza', number: '5521980000001', email: '' },
    messages: [
      {
        id: '7.1.1764150000000-01k4x8m2',
        type: 'extendedTextMessage',
        text: 'Onde está o meu pedido?',
        mimeType: null,
        fileUrl: null,
        at: '2026-11-26T09:40:00.000Z',
      },
    ],
  },
};
