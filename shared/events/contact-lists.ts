import * as z from 'zod';
import { contactListItemViewSchema, contactListViewSchema } from '../contracts/contact-lists.ts';
import { idSchema } from '../entities/common.ts';
import { defineEvent } from './define-event.ts';

const AT = '2026-11-20T12:00:00.000Z';

export const contactListEvents = {
  contactList: defineEvent({
    name: 'company-{companyId}-ContactList',
    audience: { kind: 'admins' },
    schema: z.union([
      z.object({ action: z.enum(['create', 'update']), record: contactListViewSchema }),
      z.object({ action: z.literal('delete'), id: idSchema }),
    ]),
    fit: { bounded: 'a name of 50 characters and some counts' },
    examples: [
      {
        action: 'update',
        record: {
          id: 1,
          name: 'Clientes de Natal',
          companyId: 2,
          contactsCount: 1200,
          invalidCount: 3,
          uncheckedCount: 50,
          whatsappId: null,
          createdAt: AT,
          updatedAt: AT,
          version: 7,
        },
      },
      { action: 'delete', id: 1 },
    ],
  }),
  contactListItem: defineEvent({
    name: 'company-{companyId}-ContactListItem-{listId}',
    audience: { kind: 'admins' },
    schema: z.union([
      z.object({ action: z.enum(['create', 'update']), record: contactListItemViewSchema }),
      z.object({ action: z.literal('delete'), id: idSchema }),
      // For many changes at once, as in an import.
      z.object({ action: z.literal('reload') }),
    ]),
    fit: { bounded: 'a name, a number and an e-mail address of limited lengths' },
    examples: [
      {
        action: 'create',
        record: {
          id: 100_000_001,
          name: 'Maria Souza',
          number: '5511987654321',
          email: '',
          isWhatsappValid: null,
          companyId: 2,
          contactListId: 1,
          createdAt: AT,
          updatedAt: AT,
          version: 1,
        },
      },
      { action: 'delete', id: 100_000_001 },
      { action: 'reload' },
    ],
  }),
};
