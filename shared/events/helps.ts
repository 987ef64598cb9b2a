import * as z from 'zod';
import { helpViewSchema } from '../contracts/helps.ts';
import { idSchema } from '../entities/common.ts';
import { defineEvent } from './define-event.ts';

const AT = '2026-11-20T12:00:00.000Z';

export const helpEvents = {
  help: defineEvent({
    name: 'company-{companyId}-help',
    audience: { kind: 'company' },
    schema: z.union([
      z.object({ action: z.enum(['create', 'update']), record: helpViewSchema }),
      z.object({ action: z.literal('delete'), id: idSchema }),
    ]),
    fit: { bounded: 'descriptions have at most 2,000 characters' },
    examples: [
      {
        action: 'create',
        record: {
          id: 1,
          title: 'Como transferir um atendimento',
          description: 'Abra o atendimento e escolha “Transferir”.',
          video: 'a1B2-c3_D4e',
          createdAt: AT,
          updatedAt: AT,
          version: 1,
        },
      },
      { action: 'delete', id: 1 },
    ],
  }),
};
