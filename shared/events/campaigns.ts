import * as z from 'zod';
import { campaignCountsSchema, campaignRecordSchema } from '../contracts/campaigns.ts';
import { idSchema } from '../entities/common.ts';
import { defineEvent, referenceSchema } from './define-event.ts';

const AT = '2026-11-20T12:00:00.000Z';
const COUNTS = {
  valid: 1200,
  skipped: 3,
  confirmationRequested: 0,
  confirmed: 0,
  declined: 0,
  sent: 300,
  delivered: 280,
  read: 120,
  failed: 2,
  answered: 40,
  optedOut: 1,
};

export const campaignEvents = {
  campaign: defineEvent({
    name: 'company-{companyId}-campaign',
    audience: { kind: 'admins' },
    schema: z.union([
      z.object({ action: z.enum(['create', 'update']), record: campaignRecordSchema }),
      // Counts change with every message, so they come without the texts.
      z.object({ action: z.literal('figures'), id: idSchema, counts: campaignCountsSchema }),
      z.object({ action: z.literal('delete'), id: idSchema }),
      referenceSchema,
    ]),
    fit: {
      // Ten texts of 4096 characters are larger than a frame.
      refer: ({ data }) =>
        'record' in data
          ? { action: 'reference', id: data.record.id, version: data.record.version }
          : undefined,
    },
    examples: [
      {
        action: 'update',
        record: {
          id: 4,
          name: 'Ofertas de Natal',
          message1: 'Olá {nome}, temos ofertas de Natal para você.',
          message2: 'Oi {nome}! As ofertas de Natal chegaram.',
          message3: '',
          message4: '',
          message5: '',
          confirmationMessage1: '',
          confirmationMessage2: '',
          confirmationMessage3: '',
          confirmationMessage4: '',
          confirmationMessage5: '',
          confirmation: false,
          status: 'EM_ANDAMENTO',
          pauseReason: null,
          editable: false,
          scheduledAt: null,
          startedAt: AT,
          completedAt: null,
          contactListId: 1,
          contactList: { id: 1, name: 'Clientes de Natal' },
          tagListId: null,
          tagList: null,
          ticketFilter: '',
          whatsappId: 1,
          whatsapp: { id: 1, name: 'Loja' },
          openTicket: 'enabled',
          statusTicket: 'closed',
          userId: null,
          user: null,
          queueId: 1,
          queue: { id: 1, name: 'Vendas' },
          mediaPath: null,
          mediaName: null,
          followUp: null,
          counts: COUNTS,
          companyId: 2,
          createdAt: AT,
          updatedAt: AT,
          version: 3,
        },
      },
      { action: 'figures', id: 4, counts: COUNTS },
      { action: 'delete', id: 4 },
      { action: 'reference', id: 4, version: 4 },
    ],
  }),
};
