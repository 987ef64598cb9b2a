import * as z from 'zod';
import { idSchema } from '../entities/common.ts';
import { MERGED_FIELDS } from '../entities/contact.ts';
import { ticketStatusSchema } from '../entities/ticket-terms.ts';
import { MERGED_TICKETS_COUNTED } from '../rules/list-sizes.ts';
import { contactViewSchema } from './contacts.ts';
import { idInput, idParams } from './fields.ts';
import { route } from './route.ts';

/**
 * Why two contacts cannot be merged: they are the same, one is a group, their channels differ, or the result would
 * exceed a limit of contacts.
 */
const mergeRefusalSchema = z.enum(['same', 'group', 'channel', 'tooMuch']);
export type MergeRefusal = z.infer<typeof mergeRefusalSchema>;

const mergePreviewSchema = z.object({
  /** null: they can be merged. */
  refusal: mergeRefusalSchema.nullable(),
  /** Both contacts as they are now. */
  kept: contactViewSchema,
  other: contactViewSchema,
  /** The kept contact as it will be. */
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

/** A merge cannot be undone and removes a contact from all lists, so it requires the permission to delete contacts. */
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
    body: z.object({ contactId: idInput }),
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
