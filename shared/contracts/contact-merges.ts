import * as z from 'zod';
import { idSchema } from '../entities/common.ts';
import { MERGED_FIELDS } from '../entities/contact.ts';
import { ticketStatusSchema } from '../entities/ticket-terms.ts';
import { MERGED_TICKETS_COUNTED } from '../rules/list-sizes.ts';
import { contactRoutes, contactViewSchema } from './contacts.ts';
import { idInput, idParams } from './fields.ts';
import { route } from './route.ts';

/** Why two contacts stay apart: one and the same, a group, not reached in the same way, or more than one contact may have. */
const mergeRefusalSchema = z.enum(['same', 'group', 'channel', 'tooMuch']);
export type MergeRefusal = z.infer<typeof mergeRefusalSchema>;

const mergePreviewSchema = z.object({
  /** null: they can be merged. */
  refusal: mergeRefusalSchema.nullable(),
  /** Both as they are. */
  kept: contactViewSchema,
  other: contactViewSchema,
  /** The one that is kept as it will be. */
  merged: contactViewSchema,
  changes: z.array(z.enum(MERGED_FIELDS)).describe('What of the contact that is kept changes'),
  identities: z.int().nonnegative().describe('Ways of reaching the other one that go over'),
  tickets: z
    .int()
    .nonnegative()
    .max(MERGED_TICKETS_COUNTED)
    .describe(
      `Tickets that go over: exact up to ${MERGED_TICKETS_COUNTED - 1}, ${MERGED_TICKETS_COUNTED} for ${MERGED_TICKETS_COUNTED} or more`,
    ),
  closing: z
    .array(
      z.object({
        id: idSchema,
        uuid: z.uuid(),
        status: ticketStatusSchema,
        whatsapp: z.object({ id: idSchema, name: z.string() }).nullable(),
        continuesOn: idSchema
          .nullable()
          .describe('The ticket it goes on in; null for a new one, or none where a rating was awaited'),
      }),
    )
    .describe('Active tickets of the other one, which are closed'),
});
export type MergePreview = z.infer<typeof mergePreviewSchema>;

/** It cannot be undone, and takes a contact out of all lists: for who may remove one. */
const company = {
  permission: 'contacts:delete',
  plan: null,
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'standard',
} as const;

export const contactMergeRoutes = {
  previewMerge: route({
    id: 'contacts.previewMerge',
    method: 'GET',
    path: '/contacts/merge/{id}',
    params: idParams,
    query: z.strictObject({ contactId: idInput }),
    response: mergePreviewSchema,
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACT_ATTENDED', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...company,
    summary: 'What merging the contact `contactId` into the contact of the path would do; nothing is changed',
  }),
  merge: route({
    id: 'contacts.merge',
    method: 'POST',
    path: '/contacts/merge/{id}',
    params: idParams,
    body: z.strictObject({ contactId: idInput }),
    response: contactViewSchema,
    errors: [
      'ERR_NO_CONTACT_FOUND',
      'ERR_CONTACT_ATTENDED',
      'ERR_VALIDATION',
      'ERR_NO_PERMISSION',
      'ERR_CONFLICT',
    ],
    ...company,
    summary:
      'Merges the contact `contactId` into the contact of the path, which is answered as it then is. Its identities, tickets and schedules go over; its active tickets are closed without a farewell and go on with the contact that is kept, one active ticket for each connection. Cannot be undone. Asked for again, it answers the same',
  }),
} as const;

/** What the function of contacts serves. */
export const addressBookRoutes = { ...contactRoutes, ...contactMergeRoutes } as const;
