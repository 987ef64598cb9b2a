import * as z from 'zod';
import { scheduleViewSchema } from '../contracts/schedules.ts';
import { idSchema } from '../entities/common.ts';
import { defineEvent, referenceSchema } from './define-event.ts';

const AT = '2026-11-20T12:00:00.000Z';

export const scheduleEvents = {
  schedule: defineEvent({
    // Without a hyphen after `company`, because older clients listen for this name.
    name: 'company{companyId}-schedule',
    audience: { kind: 'company' },
    schema: z.union([
      z.object({ action: z.enum(['create', 'update']), schedule: scheduleViewSchema }),
      z.object({ action: z.literal('delete'), scheduleId: idSchema }),
      referenceSchema,
    ]),
    fit: {
      refer: ({ data }) =>
        'schedule' in data
          ? { action: 'reference', id: data.schedule.id, version: data.schedule.version }
          : undefined,
    },
    examples: [
      {
        action: 'create',
        schedule: {
          id: 4,
          body: 'Olá {{firstName}}, sua consulta é amanhã.',
          template: null,
          contactId: 31,
          contact: { id: 31, name: 'Maria Souza', companyId: 2, urlPicture: '' },
          sendAt: '2026-11-21T12:00:00.000Z',
          sentAt: null,
          status: 'PENDENTE',
          sendError: '',
          openTicket: 'enabled',
          statusTicket: 'open',
          ticketUserId: 3,
          queueId: 1,
          intervalo: 1,
          valorIntervalo: 0,
          enviarQuantasVezes: 1,
          contadorEnvio: 0,
          tipoDias: 4,
          assinar: false,
          whatsappId: 1,
          whatsapp: { id: 1, name: 'Loja' },
          mediaPath: null,
          mediaName: null,
          userId: 3,
          user: { id: 3, name: 'Bruno' },
          tokenWhatsappId: null,
          companyId: 2,
          createdAt: AT,
          updatedAt: AT,
          version: 1,
        },
      },
      { action: 'delete', scheduleId: 4 },
      { action: 'reference', id: 4, version: 2 },
    ],
  }),
};
