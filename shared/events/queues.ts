import * as z from 'zod';
import { queueRowSchema } from '../contracts/queues.ts';
import { idSchema } from '../entities/common.ts';
import { defineEvent, referenceSchema } from './define-event.ts';

const AT = '2026-11-20T12:00:00.000Z';

export const queueEvents = {
  queue: defineEvent({
    name: 'company-{companyId}-queue',
    audience: { kind: 'company' },
    schema: z.union([
      z.object({ action: z.literal('update'), queue: queueRowSchema }),
      z.object({ action: z.literal('delete'), queueId: idSchema }),
      referenceSchema,
    ]),
    fit: {
      refer: ({ data }) =>
        'queue' in data ? { action: 'reference', id: data.queue.id, version: data.queue.version } : undefined,
    },
    examples: [
      {
        action: 'update',
        queue: {
          id: 1,
          name: 'Vendas',
          color: '#2f7de1',
          orderQueue: 1,
          greetingMessage: 'Olá! Já vamos atender você.',
          outOfHoursMessage: '',
          closeTicket: false,
          ativarRoteador: false,
          tempoRoteador: 0,
          integrationId: null,
          fileListId: null,
          schedules: [],
          companyId: 2,
          createdAt: AT,
          updatedAt: AT,
          version: 1,
        },
      },
      { action: 'delete', queueId: 1 },
      { action: 'reference', id: 1, version: 2 },
    ],
  }),
};
