import * as z from 'zod';
import { fileListViewSchema } from '../contracts/file-lists.ts';
import { idSchema } from '../entities/common.ts';
import { defineEvent, referenceSchema } from './define-event.ts';

const AT = '2026-11-20T12:00:00.000Z';

export const fileListEvents = {
  file: defineEvent({
    name: 'company-{companyId}-file',
    audience: { kind: 'admins' },
    schema: z.union([
      z.object({ action: z.enum(['create', 'update']), file: fileListViewSchema }),
      z.object({ action: z.literal('delete'), fileId: idSchema }),
      referenceSchema,
    ]),
    fit: {
      refer: ({ data }) =>
        'file' in data ? { action: 'reference', id: data.file.id, version: data.file.version } : undefined,
    },
    examples: [
      {
        action: 'create',
        file: {
          id: 1,
          name: 'Catálogo',
          message: 'Aqui estão os nossos produtos.',
          userId: 3,
          companyId: 2,
          options: [
            {
              id: '01k',
              name: 'Tabela de preços',
              path: null,
              mediaType: null,
              fileName: null,
              size: null,
            },
          ],
          createdAt: AT,
          updatedAt: AT,
          version: 1,
        },
      },
      { action: 'delete', fileId: 1 },
      { action: 'reference', id: 1, version: 2 },
    ],
  }),
};
