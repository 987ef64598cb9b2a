import type { EventContext, MessageRow, TicketRow } from '@prosa/functions/domain/events/context.ts';
import { makeTicketUuid } from '@prosa/functions/domain/ticket-uuid.ts';
import { announcementSchema } from '@prosa/shared/entities/announcement.ts';
import { assistantSchema } from '@prosa/shared/entities/assistant.ts';
import { campaignSchema } from '@prosa/shared/entities/campaign.ts';
import { connectionSchema, connectionStateSchema } from '@prosa/shared/entities/connection.ts';
import { contactSchema } from '@prosa/shared/entities/contact.ts';
import { contactListItemSchema, contactListSchema } from '@prosa/shared/entities/contact-list.ts';
import { fileListSchema } from '@prosa/shared/entities/file-list.ts';
import { flowPhraseSchema, flowSchema } from '@prosa/shared/entities/flow.ts';
import { integrationSchema } from '@prosa/shared/entities/integration.ts';
import { internalChatSchema } from '@prosa/shared/entities/internal-chat.ts';
import { messageSchema } from '@prosa/shared/entities/message.ts';
import { queueSchema } from '@prosa/shared/entities/queue.ts';
import { quickMessageSchema } from '@prosa/shared/entities/quick-message.ts';
import { companySettingsSchema } from '@prosa/shared/entities/settings.ts';
import { ticketSchema } from '@prosa/shared/entities/ticket.ts';
import { userSchema } from '@prosa/shared/entities/user.ts';
import type { Viewer } from '@prosa/shared/rules/ticket-visibility.ts';
import type * as z from 'zod';

/** Stored rows in memory: every field has a value, and a test sets only the fields that it is about. */
export const AT = '2026-11-20T12:00:00.000Z';
const COMPANY = 7;
const UUID = '00000000-0000-4000-8000-000000000000';
export const stored = { version: 1, rowCreatedAt: AT, rowUpdatedAt: AT };

export const ticketRow = (fields: Partial<TicketRow> = {}): TicketRow => {
  const id = fields.id ?? 1;
  const contactId = fields.contactId ?? id;
  return {
    ...ticketSchema.parse({
      companyId: COMPANY,
      id,
      uuid: makeTicketUuid(id, UUID),
      status: 'pending',
      channel: 'whatsapp',
      contactId,
      contact: {
        id: contactId,
        name: `Contact ${contactId}`,
        number: `55119${String(contactId).padStart(8, '0')}`,
      },
      connectionId: 1,
      activityAt: AT,
      ...fields,
    }),
    ...stored,
    ...fields,
  };
};

export const messageRow = (fields: Partial<MessageRow> = {}): MessageRow => {
  const contactId = fields.contactId ?? 1;
  const connectionId = fields.connectionId ?? 1;
  const sortKey = fields.sortKey ?? '1763640000000-00000000000000000000';
  return {
    ...messageSchema.parse({
      companyId: COMPANY,
      id: `${contactId}.${connectionId}.${sortKey}`,
      contactId,
      connectionId,
      sortKey,
      ticketId: 1,
      fromMe: false,
      body: 'Bom dia',
      sentAt: AT,
      ...fields,
    }),
    ...stored,
    ...fields,
  };
};

export const contactRow = (fields: Partial<z.output<typeof contactSchema>> = {}) => ({
  ...contactSchema.parse({
    companyId: COMPANY,
    id: 1,
    name: 'Maria',
    number: '5511987654321',
    channel: 'whatsapp',
    ...fields,
  }),
  ...stored,
});

export const userRow = (fields: Partial<z.output<typeof userSchema> & typeof stored> = {}) => ({
  ...userSchema.parse({
    companyId: COMPANY,
    id: 1,
    name: 'Bruno',
    email: 'bruno@example.com',
    passwordHash: '-',
    ...fields,
  }),
  ...stored,
  ...fields,
});

export const queueRow = (fields: Partial<z.output<typeof queueSchema>> = {}) => ({
  ...queueSchema.parse({ companyId: COMPANY, id: 1, name: 'Vendas', color: '#112233', ...fields }),
  ...stored,
});

export const campaignRow = (fields: Partial<z.output<typeof campaignSchema>> = {}) => ({
  ...campaignSchema.parse({
    companyId: COMPANY,
    id: 1,
    name: 'Natal',
    messages: ['Olá {nome}'],
    status: 'inactive',
    contactListId: 1,
    connectionId: 1,
    createdById: 1,
    ...fields,
  }),
  ...stored,
});

export const contactListRow = (fields: Partial<z.output<typeof contactListSchema>> = {}) => ({
  ...contactListSchema.parse({
    companyId: COMPANY,
    id: 1,
    name: 'Natal',
    contacts: { all: 2, invalid: 0, unchecked: 1 },
    ...fields,
  }),
  ...stored,
});

export const contactListItemRow = (fields: Partial<z.output<typeof contactListItemSchema>> = {}) => ({
  ...contactListItemSchema.parse({
    companyId: COMPANY,
    contactListId: 1,
    id: 100_000_001,
    name: 'Maria',
    number: '5521980000077',
    ...fields,
  }),
  ...stored,
});

export const flowRow = (fields: Partial<z.output<typeof flowSchema>> = {}) => ({
  ...flowSchema.parse({ companyId: COMPANY, id: 6, name: 'Boas-vindas', createdById: 1, ...fields }),
  ...stored,
});

export const flowPhraseRow = (fields: Partial<z.output<typeof flowPhraseSchema>> = {}) => ({
  ...flowPhraseSchema.parse({
    companyId: COMPANY,
    id: 7,
    name: 'Natal',
    flowId: 6,
    phrase: 'quero',
    ...fields,
  }),
  ...stored,
});

export const integrationRow = (fields: Partial<z.output<typeof integrationSchema>> = {}) => ({
  ...integrationSchema.parse({
    companyId: COMPANY,
    id: 8,
    name: 'Pedidos',
    type: 'webhook',
    urlN8N: 'https://loja.example/',
    signingSecret: { sealed: 'fechado', hint: 'x9Q=' },
    createdAt: stored.rowCreatedAt,
    ...fields,
  }),
  ...stored,
});

export const announcementRow = (fields: Partial<z.output<typeof announcementSchema>> = {}) => ({
  ...announcementSchema.parse({
    id: 1,
    title: 'Aviso',
    text: 'Olá',
    priority: 3,
    status: true,
    publishedAt: AT,
    ...fields,
  }),
  ...stored,
});

export const assistantRow = (fields: Partial<z.output<typeof assistantSchema>> = {}) => ({
  ...assistantSchema.parse({
    companyId: COMPANY,
    id: 9,
    name: 'Atendente',
    prompt: 'Você atende clientes de uma padaria.',
    apiKey: { sealed: 'fechado', hint: 'x9Qa' },
    voiceKey: { sealed: 'fechado', hint: 'f9a0' },
    maxTokens: 100,
    temperature: 1,
    maxMessages: 10,
    queueId: 1,
    createdAt: stored.rowCreatedAt,
    ...fields,
  }),
  ...stored,
});

export const fileListRow = (fields: Partial<z.output<typeof fileListSchema>> = {}) => ({
  ...fileListSchema.parse({
    companyId: COMPANY,
    id: 1,
    name: 'Catálogo',
    message: 'Aqui está',
    userId: 1,
    ...fields,
  }),
  ...stored,
});

export const quickMessageRow = (fields: Partial<z.output<typeof quickMessageSchema>> = {}) => ({
  ...quickMessageSchema.parse({
    companyId: COMPANY,
    id: 1,
    shortcode: 'oi',
    message: 'Olá, {{firstName}}',
    userId: 1,
    ...fields,
  }),
  ...stored,
});

export const connectionRow = (fields: Partial<z.output<typeof connectionSchema>> = {}) => ({
  ...connectionSchema.parse({ companyId: COMPANY, id: 1, name: 'Loja', channel: 'whatsapp', ...fields }),
  ...stored,
});

export const connectionStateRow = (
  fields: Partial<z.output<typeof connectionStateSchema> & typeof stored> = {},
) => ({
  ...connectionStateSchema.parse({ companyId: COMPANY, connectionId: 1, changedAt: AT, ...fields }),
  ...stored,
  ...fields,
});

export const settingsRow = (fields: Partial<z.output<typeof companySettingsSchema>> = {}) => ({
  ...companySettingsSchema.parse({ companyId: COMPANY, ...fields }),
  ...stored,
});

/** Returns a group with these members, the first of them its owner. */
export const internalChatRow = ({ members }: { members: readonly number[] }) => ({
  ...internalChatSchema.parse({
    companyId: COMPANY,
    id: 1,
    uuid: UUID,
    title: 'Segredos da equipe',
    isGroup: true,
    ownerId: members[0],
    members: members.map((userId) => ({ userId, read: 0 })),
    messages: 0,
    activityAt: AT,
  }),
  ...stored,
});

export const viewer = (fields: Partial<Viewer> & { id: number }): Viewer => ({
  profile: 'user',
  super: false,
  queueIds: [],
  connectionId: null,
  allTicket: false,
  allowGroup: false,
  allHistoric: false,
  allUserChat: false,
  ...fields,
});

/** Returns the context of an event: a company with connection 1, queues 1 to 3, and the recipients. */
export const eventContext = (fields: Partial<EventContext> = {}): EventContext => ({
  companyId: COMPANY,
  nowMs: Date.parse(AT),
  names: {
    queues: new Map([1, 2, 3].map((id) => [id, queueRow({ id, name: `Queue ${id}` })])),
    users: new Map((fields.recipients ?? []).map((one) => [one.viewer.id, userRow({ id: one.viewer.id })])),
    connections: new Map([[1, connectionRow()]]),
  },
  states: new Map(),
  recipients: [],
  tickets: new Map(),
  chats: new Map(),
  campaigns: new Map(),
  planned: new Map(),
  online: new Set(),
  link: (key) => `/media/${key}`,
  ...fields,
});
