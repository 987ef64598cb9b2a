import * as z from 'zod';
import { idSchema, instantSchema } from '../entities/common.ts';
import { contactExtraInfoSchema } from '../entities/contact.ts';
import { mediaTypeSchema, messageMediaSchema, SEND_STATES } from '../entities/message.ts';
import { ticketStatusSchema } from '../entities/ticket-terms.ts';
import type { TRIAL_EVENT, WebhookEventType } from '../entities/webhook-endpoint.ts';
import { channelSchema } from '../messaging/identity.ts';

/** The bodies of outgoing webhooks: what other systems read. A field may be added, and is never removed or renamed. */

const namedSchema = z.object({ id: idSchema, name: z.string() });

const customerSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Digits with country code, or a group's id; '' if only the provider's id is known. */
  number: z.string(),
  isGroup: z.boolean(),
});

const messageSchema = z.object({
  messageId: z.string(),
  ticketId: idSchema,
  connectionId: idSchema,
  /** null if the ticket has been removed. */
  contact: customerSchema.nullable(),
  /** The writer in a group; null in all other conversations. */
  writer: z.object({ contactId: idSchema, name: z.string(), number: z.string() }).nullable(),
  type: mediaTypeSchema,
  text: z.string(),
  /** The message's file. Without a link, which would have expired when a delivery is repeated. */
  media: z
    .object({
      state: messageMediaSchema.shape.state,
      fileName: z.string(),
      mimeType: z.string(),
      size: z.int(),
      durationS: z.number().nullable(),
    })
    .nullable(),
  /** What a location, a contact card or the answer to a button contains besides its text. */
  details: z.record(z.string(), z.unknown()).nullable(),
  quotedMessageId: z.string().nullable(),
  sentAt: instantSchema,
});

const sentMessageSchema = messageSchema.extend({
  /** The attendant who wrote it; null for messages of the system, of other systems, and of the phone. */
  user: namedSchema.nullable(),
  /** The rule of an automatic message; '' for all others. */
  automaticRule: z.string(),
  /** 1 accepted by the provider, 2 delivered, 3 read, 4 played; as far as known. */
  ack: z.int(),
});

const messageStatusSchema = z.object({
  messageId: z.string(),
  ticketId: idSchema,
  connectionId: idSchema,
  state: z.enum(SEND_STATES),
  ack: z.int(),
  /** Why it failed; '' otherwise. */
  error: z.string(),
});

const ticketSchema = z.object({
  id: idSchema,
  uuid: z.string(),
  status: ticketStatusSchema,
  channel: channelSchema,
  contact: customerSchema,
  connection: namedSchema.nullable(),
  queue: namedSchema.nullable(),
  user: namedSchema.nullable(),
  tags: z.array(namedSchema),
  /** Its column on the kanban board. */
  laneId: idSchema.nullable(),
  /** 1 to 5; null if unrated. */
  rating: z.int().nullable(),
  createdAt: instantSchema,
  closedAt: instantSchema.nullable(),
});
export type WebhookTicket = z.infer<typeof ticketSchema>;

/** Fields of a ticket whose change is an event. */
export const TICKET_CHANGES = ['status', 'queue', 'user', 'tags', 'lane'] as const;

const contactSchema = customerSchema.extend({
  email: z.string(),
  channel: channelSchema,
  /** false: blocked. */
  active: z.boolean(),
  tags: z.array(namedSchema),
  extraInfo: z.array(contactExtraInfoSchema.omit({ id: true })),
});
export type WebhookContact = z.infer<typeof contactSchema>;

/** What happened, by the type of its event. */
export const WEBHOOK_DATA = {
  'message.received': messageSchema,
  'message.sent': sentMessageSchema,
  'message.status': messageStatusSchema,
  'ticket.created': z.object({ ticket: ticketSchema }),
  'ticket.changed': z.object({ ticket: ticketSchema, changed: z.array(z.enum(TICKET_CHANGES)).min(1) }),
  'ticket.closed': z.object({ ticket: ticketSchema }),
  'ticket.rated': z.object({ ticket: ticketSchema }),
  'contact.changed': z.object({
    action: z.enum(['created', 'changed', 'removed']),
    contact: contactSchema,
    /** The contact that a removed one was merged into. */
    mergedInto: idSchema.nullable(),
  }),
  test: z.object({ endpoint: namedSchema }),
} as const satisfies Record<WebhookEventType | typeof TRIAL_EVENT, z.ZodType>;

export type WebhookData<T extends keyof typeof WEBHOOK_DATA> = z.infer<(typeof WEBHOOK_DATA)[T]>;

/** The body of a delivery. Its `id` equals the header `webhook-id`, and is the same with every attempt. */
export const webhookBodySchema = z.object({
  id: z.string(),
  type: z.string(),
  /** When it happened. */
  timestamp: instantSchema,
  companyId: idSchema,
  data: z.unknown(),
});

const contact = { id: 7, name: 'Maria Souza', number: '5521980000001', isGroup: false };
const message = {
  messageId: '7.1.1764150000000-01k4x8m2',
  ticketId: 12,
  connectionId: 1,
  contact,
  writer: null,
  type: 'image',
  text: 'Segue o comprovante',
  media: { state: 'fetching', fileName: '', mimeType: 'image/jpeg', size: 48_213, durationS: null },
  details: null,
  quotedMessageId: null,
  sentAt: '2026-11-26T09:40:00.000Z',
} as const;
const ticket = {
  id: 12,
  uuid: '0000000c-9d1f-4c6e-8f0a-0f5f6d1c2b3a',
  status: 'open',
  channel: 'whatsapp',
  contact,
  connection: { id: 1, name: 'Loja' },
  queue: { id: 2, name: 'Vendas' },
  user: { id: 3, name: 'Ana' },
  tags: [{ id: 4, name: 'VIP' }],
  laneId: null,
  rating: null,
  createdAt: '2026-11-26T09:30:00.000Z',
  closedAt: null,
} as const;

/** An example of each type, for documentation. */
export const WEBHOOK_EXAMPLES: { [T in keyof typeof WEBHOOK_DATA]: WebhookData<T> } = {
  'message.received': message,
  'message.sent': {
    ...message,
    type: 'extendedTextMessage',
    text: 'Recebido, obrigada!',
    media: null,
    user: { id: 3, name: 'Ana' },
    automaticRule: '',
    ack: 1,
  },
  'message.status': {
    messageId: message.messageId,
    ticketId: 12,
    connectionId: 1,
    state: 'sent',
    ack: 3,
    error: '',
  },
  'ticket.created': { ticket: { ...ticket, status: 'pending', user: null, tags: [] } },
  'ticket.changed': { ticket: { ...ticket, tags: [...ticket.tags] }, changed: ['status', 'user'] },
  'ticket.closed': {
    ticket: { ...ticket, status: 'closed', tags: [], closedAt: '2026-11-26T10:05:00.000Z' },
  },
  'ticket.rated': {
    ticket: { ...ticket, status: 'closed', tags: [], rating: 5, closedAt: '2026-11-26T10:05:00.000Z' },
  },
  'contact.changed': {
    action: 'changed',
    contact: {
      ...contact,
      email: 'maria@example.com',
      channel: 'whatsapp',
      active: true,
      tags: [{ id: 4, name: 'VIP' }],
      extraInfo: [{ name: 'CPF', value: '123.456.789-09' }],
    },
    mergedInto: null,
  },
  test: { endpoint: { id: 1, name: 'CRM' } },
};
