import * as z from 'zod';
import { exportViewSchema, importViewSchema } from '../contracts/contact-files.ts';
import { contactViewSchema } from '../contracts/contacts.ts';
import { idSchema } from '../entities/common.ts';
import { defineEvent, referenceSchema } from './define-event.ts';

const AT = '2026-11-20T12:00:00.000Z';

export const contactEvents = {
  contact: defineEvent({
    name: 'company-{companyId}-contact',
    audience: { kind: 'company' },
    schema: z.union([
      z.object({ action: z.enum(['create', 'update']), contact: contactViewSchema }),
      z.object({ action: z.literal('delete'), contactId: idSchema }),
      // For many changes at once, as in an import.
      z.object({ action: z.literal('reload') }),
      referenceSchema,
    ]),
    fit: {
      refer: ({ data }) =>
        'contact' in data
          ? { action: 'reference', id: data.contact.id, version: data.contact.version }
          : undefined,
    },
    examples: [
      {
        action: 'create',
        contact: {
          id: 31,
          name: 'Maria Souza',
          number: '5511987654321',
          email: '',
          urlPicture: '',
          channel: 'whatsapp',
          active: true,
          acceptAudioMessage: true,
          disableBot: false,
          lgpdAcceptedAt: null,
          marketingStoppedAt: null,
          isGroup: false,
          extraInfo: [],
          tags: [],
          wallets: [{ id: 3, name: 'Bruno' }],
          whatsapp: { id: 1, name: 'Loja' },
          companyId: 2,
          createdAt: AT,
          updatedAt: AT,
          version: 1,
        },
      },
      { action: 'delete', contactId: 31 },
      { action: 'reload' },
      { action: 'reference', id: 31, version: 2 },
    ],
  }),
  contactImport: defineEvent({
    name: 'company-{companyId}-contactImport',
    audience: { kind: 'users', of: ({ data }) => [data.userId] },
    schema: z.object({
      action: z.literal('update'),
      userId: idSchema,
      import: importViewSchema.pick({
        id: true,
        state: true,
        selected: true,
        processed: true,
        created: true,
        existing: true,
        ignored: true,
        version: true,
      }),
    }),
    fit: { bounded: 'an id and some counts' },
    examples: [
      {
        action: 'update',
        userId: 3,
        import: {
          id: '01k2x3y4z5a6b7c8d9e0',
          state: 'importing',
          selected: 1200,
          processed: 400,
          created: 391,
          existing: 7,
          ignored: 2,
          version: 5,
        },
      },
    ],
  }),
  contactExport: defineEvent({
    name: 'company-{companyId}-contactExport',
    audience: { kind: 'users', of: ({ data }) => [data.userId] },
    schema: z.object({
      action: z.literal('update'),
      userId: idSchema,
      export: exportViewSchema.pick({ id: true, state: true, exported: true, version: true }),
    }),
    fit: { bounded: 'an id and some counts' },
    examples: [
      {
        action: 'update',
        userId: 3,
        export: { id: '01k2x3y4z5a6b7c8d9e0', state: 'running', exported: 5000, version: 2 },
      },
    ],
  }),
};
