import * as z from 'zod';
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
      { action: 'reference', id: 31, version: 2 },
    ],
  }),
};
