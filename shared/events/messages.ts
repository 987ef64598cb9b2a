import * as z from 'zod';
import { type MessageView, messageViewSchema } from '../contracts/messages.ts';
import { ticketViewSchema } from '../contracts/tickets.ts';
import { defineEvent, referenceSchema } from './define-event.ts';
import { ticketExample } from './tickets.ts';

/** A message as live events contain it. */
export const messageExample: MessageView = {
  id: '31.1.1795176000000-01k9zq3v5m0000000000',
  ticketId: 12,
  contactId: 31,
  companyId: 2,
  body: 'Bom dia, o pedido já saiu?',
  fromMe: false,
  mediaType: 'extendedTextMessage',
  mediaUrl: null,
  media: null,
  transcribedText: null,
  dataJson: null,
  ack: 0,
  sendState: 'received',
  sendError: '',
  failedChange: null,
  clientId: null,
  isDeleted: false,
  isEdited: false,
  isForwarded: false,
  isPrivate: false,
  queueId: 1,
  queue: { id: 1, name: 'Vendas', color: '#2f7de1' },
  saidBy: '',
  user: null,
  contact: { id: 31, name: 'Maria Souza', urlPicture: '' },
  ticket: { id: 12, whatsappId: 1, queueId: 1, queue: { id: 1, name: 'Vendas', color: '#2f7de1' } },
  read: false,
  wid: '3EB0C767D26A1B2E5F40',
  remoteJid: '5511987654321@s.whatsapp.net',
  quotedMsg: null,
  reactions: [],
  votes: [],
  pinnedUntil: null,
  createdAt: ticketExample.createdAt,
  sortKey: '1795176000000-01k9zq3v5m0000000000',
  version: 1,
};

export const messageEvents = {
  appMessage: defineEvent({
    name: 'company-{companyId}-appMessage',
    audience: { kind: 'room' },
    schema: z.union([
      z.object({
        action: z.literal('create'),
        message: messageViewSchema,
        ticket: ticketViewSchema.nullable(),
        /** The contact of the ticket, repeated here. */
        contact: ticketViewSchema.shape.contact.nullable(),
      }),
      z.object({ action: z.enum(['update', 'delete']), message: messageViewSchema }),
      referenceSchema,
    ]),
    fit: {
      refer: ({ data }) =>
        'message' in data
          ? { action: 'reference', id: data.message.id, version: data.message.version }
          : undefined,
    },
    examples: [
      { action: 'create', message: messageExample, ticket: ticketExample, contact: ticketExample.contact },
      { action: 'create', message: messageExample, ticket: null, contact: null },
      { action: 'update', message: { ...messageExample, version: 2, isEdited: true } },
      { action: 'delete', message: { ...messageExample, version: 3, isPrivate: true } },
      { action: 'reference', id: messageExample.id, version: 1 },
    ],
  }),
};
