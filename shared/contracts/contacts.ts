import * as z from 'zod';
import { idSchema, instantSchema, nameSchema, textSchema } from '../entities/common.ts';
import { contactExtraInfoSchema, EXTRA_FIELDS_PER_CONTACT, OWNERS_PER_CONTACT } from '../entities/contact.ts';
import { tagRefSchema } from '../entities/tag.ts';
import { channelSchema } from '../messaging/identity.ts';
import { CONTACTS_COUNTED, CONTACTS_PER_PAGE } from '../rules/list-sizes.ts';
import {
  booleanInput,
  booleanQuery,
  idInput,
  idOrNone,
  idParams,
  listInput,
  messageResponse,
  orAbsent,
  pageQuery,
  searchInput,
  textOrEmpty,
} from './fields.ts';
import { route } from './route.ts';

export const contactViewSchema = z.object({
  id: idSchema,
  name: z.string(),
  number: z.string(),
  email: z.string(),
  urlPicture: z.string(),
  channel: channelSchema,
  active: z.boolean(),
  acceptAudioMessage: z.boolean(),
  disableBot: z.boolean(),
  lgpdAcceptedAt: instantSchema.nullable(),
  /** Since when the contact gets no marketing templates, because it told the provider to stop them. */
  marketingStoppedAt: instantSchema.nullable(),
  isGroup: z.boolean(),
  extraInfo: z.array(contactExtraInfoSchema),
  tags: z.array(tagRefSchema),
  wallets: z.array(z.object({ id: idSchema, name: z.string() })),
  whatsapp: z.object({ id: idSchema, name: z.string() }).nullable(),
  companyId: idSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
  version: z.int(),
});
export type ContactView = z.infer<typeof contactViewSchema>;

export const contactNumberInput = z
  .string()
  .max(60)
  .transform((text) => text.replace(/\D/g, ''))
  .pipe(z.string().min(8).max(50));
/**
 * A masked number, or an address with a number in it, as users see it from whom numbers are hidden: sending it back
 * changes nothing.
 */
const maskedInput = z.string().max(254).regex(/\*/);
export const contactEmailInput = z.union([z.email().max(254), z.literal('')]);
const extraInfoInput = z
  .array(
    z.object({
      id: orAbsent(z.string().max(40)),
      name: nameSchema(1, 100),
      value: textOrEmpty(textSchema().max(1000)),
    }),
  )
  .max(EXTRA_FIELDS_PER_CONTACT);
export const contactNameInput = nameSchema(2, 250);
const writable = {
  name: contactNameInput,
  email: textOrEmpty(contactEmailInput).default(''),
  extraInfo: orAbsent(extraInfoInput),
  acceptAudioMessage: orAbsent(booleanInput),
  disableBot: orAbsent(booleanInput),
  companyId: idInput.optional(),
};

const company = {
  permission: 'authenticated',
  plan: null,
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'standard',
} as const;

/** Errors of changes that affect a contact's conversations: refused while one of them is hidden from the caller. */
const STEERING = ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACT_ATTENDED'] as const;

export const contactRoutes = {
  list: route({
    id: 'contacts.list',
    method: 'GET',
    path: '/contacts',
    query: z.strictObject({
      ...pageQuery,
      searchParam: searchInput,
      channel: channelSchema.optional(),
      isGroup: booleanQuery.optional(),
      contactTag: listInput(idInput).default([]),
    }),
    response: z.object({
      contacts: z.array(contactViewSchema),
      count: z
        .int()
        .nonnegative()
        .max(CONTACTS_COUNTED)
        .describe(
          `How many contacts the list has: exact up to ${CONTACTS_COUNTED - 1}, ${CONTACTS_COUNTED} for ${CONTACTS_COUNTED} or more. While \`hasMore\`, of a search and of filters, those up to this page at least; 0 behind the end`,
        ),
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
    }),
    errors: ['ERR_VALIDATION', 'ERR_CURSOR_INVALID'],
    ...company,
    summary:
      'Contacts by name, or found by name or number: by its beginning, with or without country and area code, or by its last four digits or more. A page looks at a bounded number of contacts: one that is not full although `hasMore` tells that some were passed over, and nothing of them',
  }),
  listBrief: route({
    id: 'contacts.listBrief',
    method: 'GET',
    path: '/contacts/list',
    query: z.strictObject({ name: searchInput, companyId: idInput.optional() }),
    response: z.array(contactViewSchema),
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...company,
    summary: `The first ${CONTACTS_PER_PAGE} contacts by name, or the first found by \`name\`; \`GET /contacts\` has them all`,
  }),
  profile: route({
    id: 'contacts.profile',
    method: 'GET',
    path: '/contacts/profile/{number}',
    params: z.strictObject({ number: z.string().regex(/^\d{8,50}$/) }),
    response: z.object({ contactId: idSchema, urlPicture: z.string(), profilePicUrl: z.string() }),
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...company,
    summary: 'The contact with a number, and its picture; refused to those from whom numbers are hidden',
  }),
  get: route({
    id: 'contacts.get',
    method: 'GET',
    path: '/contacts/{id}',
    params: idParams,
    response: contactViewSchema,
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_VALIDATION'],
    ...company,
    summary: 'A contact; of one that was merged into another, that other one',
  }),
  create: route({
    id: 'contacts.create',
    method: 'POST',
    path: '/contacts',
    body: z.object({
      ...writable,
      number: contactNumberInput,
      whatsappId: idOrNone.optional(),
    }),
    response: contactViewSchema,
    status: 201,
    errors: ['ERR_DUPLICATED_CONTACT', 'ERR_VALIDATION', 'ERR_NO_WAPP_FOUND'],
    ...company,
    summary:
      'Adds a contact. A number that one of the company has is refused to everybody, those from whom numbers are hidden included: what tells them that a whole number exists is what keeps them from a second contact with it',
  }),
  update: route({
    id: 'contacts.update',
    method: 'PUT',
    path: '/contacts/{id}',
    params: idParams,
    // Callers send back the whole contact; fields that they may not change are ignored.
    body: z.object({
      ...writable,
      number: z.union([contactNumberInput, maskedInput]).optional(),
      email: textOrEmpty(z.union([contactEmailInput, maskedInput])).default(''),
    }),
    response: contactViewSchema,
    errors: [...STEERING, 'ERR_DUPLICATED_CONTACT', 'ERR_NO_PERMISSION', 'ERR_VALIDATION', 'ERR_CONFLICT'],
    ...company,
    summary:
      'Changes a contact. While it has a ticket that the caller may not see, only e-mail and additional fields; the number only by callers who may read it',
  }),
  remove: route({
    id: 'contacts.remove',
    method: 'DELETE',
    path: '/contacts/{id}',
    params: idParams,
    response: messageResponse,
    errors: [
      'ERR_NO_CONTACT_FOUND',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_VALIDATION',
      'ERR_NO_PERMISSION',
      'ERR_CONFLICT',
    ],
    ...company,
    permission: 'contacts:delete',
    summary: 'Removes a contact without an open ticket, and those that were merged into it',
  }),
  block: route({
    id: 'contacts.block',
    method: 'PUT',
    path: '/contacts/block/{id}',
    params: idParams,
    body: z.object({ active: booleanInput }),
    response: contactViewSchema,
    errors: [...STEERING, 'ERR_VALIDATION', 'ERR_CONFLICT'],
    ...company,
    summary: 'Blocks (`active` false) or unblocks a contact',
  }),
  toggleAcceptAudio: route({
    id: 'contacts.toggleAcceptAudio',
    method: 'PUT',
    path: '/contacts/toggleAcceptAudio/{id}',
    params: idParams,
    response: contactViewSchema,
    errors: [...STEERING, 'ERR_VALIDATION', 'ERR_CONFLICT'],
    ...company,
    summary: 'Turns acceptance of voice messages on or off',
  }),
  toggleDisableBot: route({
    id: 'contacts.toggleDisableBot',
    method: 'PUT',
    path: '/contacts/toggleDisableBot/{id}',
    params: idParams,
    response: contactViewSchema,
    errors: [...STEERING, 'ERR_VALIDATION', 'ERR_CONFLICT'],
    ...company,
    summary: 'Turns the bot off or on for a contact',
  }),
  setWallets: route({
    id: 'contacts.setWallets',
    method: 'PUT',
    path: '/contact-wallet/{id}',
    params: idParams,
    body: z.object({ wallets: z.array(idInput).max(OWNERS_PER_CONTACT) }),
    response: contactViewSchema,
    errors: [...STEERING, 'ERR_NO_USER_FOUND', 'ERR_VALIDATION', 'ERR_CONFLICT'],
    ...company,
    summary:
      'Says in whose wallets a contact is, the first choice first. With `DirectTicketsToWallets` its new tickets wait for the first of them who has a queue',
  }),
  hasTags: route({
    id: 'contacts.hasTags',
    method: 'GET',
    path: '/contactTags/{id}',
    params: idParams,
    response: z.object({ tags: z.boolean() }),
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_VALIDATION'],
    ...company,
    summary: 'Whether a contact has a tag; asked before resolving where tags are required',
  }),
} as const;
