import * as z from 'zod';
import { idSchema, instantSchema, nameSchema } from '../entities/common.ts';
import { importViewSchema } from './contact-files.ts';
import { contactEmailInput, contactNumberInput } from './contacts.ts';
import {
  idInput,
  idOrNone,
  idParams,
  messageResponse,
  pageQuery,
  searchInput,
  textOrEmpty,
} from './fields.ts';
import { route } from './route.ts';

export const CONTACT_LIST_NAME_MIN = 2;
export const CONTACT_LIST_NAME_MAX = 50;

export const contactListViewSchema = z.object({
  id: idSchema,
  name: z.string(),
  companyId: idSchema,
  /** Everyone on the list. */
  contactsCount: z.int(),
  /** Those whose number the provider does not know. */
  invalidCount: z.int(),
  /** Those whose number is still being checked. */
  uncheckedCount: z.int(),
  /** The connection over which new numbers are checked; null: the company's default. */
  whatsappId: idSchema.nullable(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  version: z.int(),
});
export type ContactListView = z.infer<typeof contactListViewSchema>;

export const contactListItemViewSchema = z.object({
  id: idSchema,
  name: z.string(),
  number: z.string(),
  email: z.string(),
  /** Whether the provider knows the number; null: it was not checked. */
  isWhatsappValid: z.boolean().nullable(),
  companyId: idSchema,
  contactListId: idSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
  version: z.int(),
});
export type ContactListItemView = z.infer<typeof contactListItemViewSchema>;

const listWritable = {
  name: nameSchema(CONTACT_LIST_NAME_MIN, CONTACT_LIST_NAME_MAX),
  whatsappId: idOrNone.default(null),
};
/** The name of a person on a list. */
export const contactListItemNameInput = nameSchema(CONTACT_LIST_NAME_MIN, CONTACT_LIST_NAME_MAX);
const itemWritable = {
  name: contactListItemNameInput,
  number: contactNumberInput,
  email: textOrEmpty(contactEmailInput).default(''),
};

const company = {
  permission: 'admin',
  plan: 'useCampaigns',
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'standard',
} as const;

export const contactListRoutes = {
  list: route({
    id: 'contactLists.list',
    method: 'GET',
    path: '/contact-lists',
    query: z.strictObject({ ...pageQuery, searchParam: searchInput }),
    response: z.object({
      records: z.array(contactListViewSchema),
      /** Count of this page. */
      count: z.int(),
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
    }),
    errors: ['ERR_VALIDATION', 'ERR_CURSOR_INVALID', 'ERR_NO_PERMISSION'],
    ...company,
    summary: 'Contact lists by name, with the number of their contacts',
  }),
  listBrief: route({
    id: 'contactLists.listBrief',
    method: 'GET',
    path: '/contact-lists/list',
    query: z.strictObject({ companyId: idInput.optional(), searchParam: searchInput }),
    response: z.array(contactListViewSchema.pick({ id: true, name: true, contactsCount: true })),
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...company,
    summary: 'The first 200 contact lists by name, of those whose name contains the text',
  }),
  get: route({
    id: 'contactLists.get',
    method: 'GET',
    path: '/contact-lists/{id}',
    params: idParams,
    response: contactListViewSchema,
    errors: ['ERR_NO_CONTACT_LIST_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...company,
    summary: 'A contact list',
  }),
  create: route({
    id: 'contactLists.create',
    method: 'POST',
    path: '/contact-lists',
    body: z.object(listWritable),
    response: contactListViewSchema,
    status: 201,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...company,
    summary: 'Adds an empty contact list',
  }),
  update: route({
    id: 'contactLists.update',
    method: 'PUT',
    path: '/contact-lists/{id}',
    params: idParams,
    body: z.object(listWritable),
    response: contactListViewSchema,
    errors: [
      'ERR_NO_CONTACT_LIST_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_VALIDATION',
      'ERR_CONFLICT',
      'ERR_NO_PERMISSION',
    ],
    ...company,
    summary: 'Renames a contact list, or chooses the connection that checks its numbers',
  }),
  remove: route({
    id: 'contactLists.remove',
    method: 'DELETE',
    path: '/contact-lists/{id}',
    params: idParams,
    response: messageResponse,
    errors: ['ERR_NO_CONTACT_LIST_FOUND', 'ERR_VALIDATION', 'ERR_CONFLICT', 'ERR_NO_PERMISSION'],
    ...company,
    summary: 'Removes a contact list; its contacts are removed in the background',
  }),
  upload: route({
    id: 'contactLists.upload',
    method: 'POST',
    path: '/contact-lists/{id}/upload',
    params: idParams,
    multipart: 'file',
    body: z.object({
      key: z.string().max(200).optional().describe('Of a file that was uploaded by `POST /media/uploads`'),
    }),
    response: importViewSchema,
    status: 202,
    errors: [
      'ERR_NO_CONTACT_LIST_FOUND',
      'ERR_VALIDATION',
      'ERR_MEDIA_MISSING',
      'ERR_FILESIZE_OVER_LIMIT',
      'ERR_PAYLOAD_TOO_LARGE',
      'ERR_NO_PERMISSION',
      'ERR_CONFLICT',
      'ERR_RUNNING_LIMIT',
    ],
    ...company,
    rate: 'heavy',
    summary:
      'Has a spreadsheet (xls, xlsx, csv) imported into the list: columns are found by their headings, a number that the list has already is skipped. If its name or number column is not found, the import stays `ready` and waits for its columns (`PUT /contacts/imports/{importId}`)',
  }),
  listImports: route({
    id: 'contactLists.listImports',
    method: 'GET',
    path: '/contact-lists/{id}/imports',
    params: idParams,
    response: z.object({ imports: z.array(importViewSchema) }),
    errors: ['ERR_NO_CONTACT_LIST_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...company,
    summary: "The caller's last imports into the list, the newest first, with the result files",
  }),
  checkNumbers: route({
    id: 'contactLists.checkNumbers',
    method: 'POST',
    path: '/contact-lists/{id}/check',
    params: idParams,
    response: contactListViewSchema,
    status: 202,
    errors: ['ERR_NO_CONTACT_LIST_FOUND', 'ERR_WAPP_NOT_INITIALIZED', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...company,
    rate: 'heavy',
    summary: 'Has the unchecked numbers of the list checked in the background, over the list’s connection',
  }),
  listItems: route({
    id: 'contactLists.listItems',
    method: 'GET',
    path: '/contact-list-items',
    query: z.strictObject({ ...pageQuery, searchParam: searchInput, contactListId: idInput }),
    response: z.object({
      contacts: z.array(contactListItemViewSchema),
      /** Count of this page. */
      count: z.int(),
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
    }),
    errors: ['ERR_NO_CONTACT_LIST_FOUND', 'ERR_VALIDATION', 'ERR_CURSOR_INVALID', 'ERR_NO_PERMISSION'],
    ...company,
    summary:
      'People on a contact list, in the order in which they were added; searched by name, number and e-mail',
  }),
  getItem: route({
    id: 'contactLists.getItem',
    method: 'GET',
    path: '/contact-list-items/{id}',
    params: idParams,
    response: contactListItemViewSchema,
    errors: ['ERR_NO_CONTACT_LIST_ITEM_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...company,
    summary: 'A person on a contact list',
  }),
  createItem: route({
    id: 'contactLists.createItem',
    method: 'POST',
    path: '/contact-list-items',
    body: z.object({ ...itemWritable, contactListId: idInput }),
    response: contactListItemViewSchema,
    status: 201,
    errors: [
      'ERR_NO_CONTACT_LIST_FOUND',
      'ERR_DUPLICATED_CONTACT',
      'ERR_VALIDATION',
      'ERR_CONFLICT',
      'ERR_NO_PERMISSION',
    ],
    ...company,
    summary: 'Adds a person to a contact list; the number is checked in the background',
  }),
  updateItem: route({
    id: 'contactLists.updateItem',
    method: 'PUT',
    path: '/contact-list-items/{id}',
    params: idParams,
    body: z.object(itemWritable),
    response: contactListItemViewSchema,
    errors: [
      'ERR_NO_CONTACT_LIST_ITEM_FOUND',
      'ERR_DUPLICATED_CONTACT',
      'ERR_VALIDATION',
      'ERR_CONFLICT',
      'ERR_NO_PERMISSION',
    ],
    ...company,
    summary: 'Changes a person on a contact list; a changed number is checked again',
  }),
  removeItem: route({
    id: 'contactLists.removeItem',
    method: 'DELETE',
    path: '/contact-list-items/{id}',
    params: idParams,
    response: messageResponse,
    errors: ['ERR_NO_CONTACT_LIST_ITEM_FOUND', 'ERR_VALIDATION', 'ERR_CONFLICT', 'ERR_NO_PERMISSION'],
    ...company,
    permission: 'contacts:delete',
    summary: 'Removes a person from a contact list',
  }),
} as const;
