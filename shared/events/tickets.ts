import * as z from 'zod';
import { type TicketView, ticketViewSchema } from '../contracts/tickets.ts';
import { idSchema } from '../entities/common.ts';
import { defineEvent, referenceSchema } from './define-event.ts';

const AT = '2026-11-20T12:00:00.000Z';
/** A ticket as live events contain it. */
export const ticketExample: TicketView = {
  id: 12,
  uuid: '0000000c-8f1d-8c2e-9b4a-3f5d6e7a8b9c',
  status: 'open',
  channel: 'whatsapp',
  companyId: 2,
  contactId: 31,
  contact: {
    id: 31,
    name: 'Maria Souza',
    number: '5511987654321',
    email: '',
    urlPicture: '',
    profilePicUrl: '',
    active: true,
    acceptAudioMessage: true,
    disableBot: false,
    isGroup: false,
    lgpdAcceptedAt: null,
    companyId: 2,
    tags: [{ id: 4, name: 'VIP', color: '#a4cccc' }],
  },
  queueId: 1,
  queue: { id: 1, name: 'Vendas', color: '#2f7de1' },
  userId: 3,
  user: { id: 3, name: 'Bruno', color: '#7c7c7c' },
  transferredBy: null,
  whatsappId: 1,
  whatsapp: { id: 1, name: 'Loja', channel: 'whatsapp', groupAsTicket: 'disabled', expiresTicket: 0 },
  lastMessage: 'Bom dia, o pedido já saiu?',
  unreadMessages: 1,
  isGroup: false,
  isBot: false,
  fromMe: false,
  useIntegration: false,
  integrationId: null,
  amountUsedBotQueues: 0,
  amountUsedBotQueuesNPS: 0,
  isOutOfHour: false,
  sendInactiveMessage: false,
  isActiveDemand: false,
  lgpdAcceptedAt: null,
  lgpdSendMessageAt: null,
  imported: null,
  flowWebhook: false,
  lastFlowId: null,
  flowStopped: null,
  typebotStatus: false,
  userRating: null,
  tags: [],
  createdAt: AT,
  updatedAt: AT,
  version: 5,
};

export const ticketEvents = {
  ticket: defineEvent({
    name: 'company-{companyId}-ticket',
    audience: { kind: 'ticket' },
    schema: z.union([
      z.object({ action: z.enum(['create', 'update']), ticket: ticketViewSchema }),
      z.object({ action: z.literal('delete'), ticketId: idSchema, version: z.int() }),
      z.object({ action: z.literal('updateUnread'), ticketId: idSchema, version: z.int() }),
      referenceSchema,
    ]),
    fit: {
      refer: ({ data }) =>
        'ticket' in data
          ? { action: 'reference', id: data.ticket.id, version: data.ticket.version }
          : undefined,
    },
    examples: [
      { action: 'create', ticket: ticketExample },
      { action: 'update', ticket: ticketExample },
      { action: 'delete', ticketId: 12, version: 6 },
      { action: 'updateUnread', ticketId: 12, version: 6 },
      { action: 'reference', id: 12, version: 6 },
    ],
  }),
};
