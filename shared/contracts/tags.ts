import * as z from 'zod';
import { colorSchema, idSchema, textSchema } from '../entities/common.ts';
import { TAGS_PER_CONTACT } from '../entities/contact.ts';
import { TAG_DEFAULT_COLOR, tagNameInput, tagRefSchema } from '../entities/tag.ts';
import { LANES_MAX, TAGS_LISTED } from '../rules/list-sizes.ts';
import { contactViewSchema } from './contacts.ts';
import { idInput, idOrNone, idParams, messageResponse, orDefault, pageQuery, searchInput } from './fields.ts';
import { route } from './route.ts';
import { ticketViewSchema } from './tickets.ts';

export const tagViewSchema = tagRefSchema.extend({
  /** 1: a column of the kanban board; 0: a tag of contacts. */
  kanban: z.int(),
  contactsCount: z.int(),
  /** Columns only: hours without activity after which a ticket that waits for the customer moves on; 0: never. */
  timeLane: z.number(),
  /** Where it moves then; null: it stays. */
  nextLaneId: idSchema.nullable(),
  /** Where a message of the customer moves a ticket; null: it stays. */
  rollbackLaneId: idSchema.nullable(),
  /** Sent to the customer when the time rule moves a ticket into this column; '' sends nothing. */
  greetingMessageLane: z.string(),
  /** The user who created it; null if unknown. */
  userId: idSchema.nullable(),
  companyId: idSchema,
  version: z.int(),
});
export type TagView = z.infer<typeof tagViewSchema>;

const kanbanFlag = z.union([z.int().min(0).max(1), z.enum(['0', '1']).transform(Number)]);
const tagListQuery = { searchParam: searchInput, kanban: kanbanFlag.optional() };
/** A year. */
const LANE_HOURS_MAX = 8_784;
export const LANE_GREETING_CHARS = 1_000;

const writable = {
  name: tagNameInput,
  color: orDefault(colorSchema, TAG_DEFAULT_COLOR),
  kanban: orDefault(kanbanFlag, 0),
  // Of columns only; a tag of contacts ignores them.
  timeLane: orDefault(z.coerce.number().min(0).max(LANE_HOURS_MAX), 0),
  nextLaneId: idOrNone.default(null),
  rollbackLaneId: idOrNone.default(null),
  greetingMessageLane: orDefault(textSchema().trim().max(LANE_GREETING_CHARS), ''),
};

const company = {
  permission: 'authenticated',
  plan: null,
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'standard',
} as const;

export const tagRoutes = {
  list: route({
    id: 'tags.list',
    method: 'GET',
    path: '/tags',
    query: z.strictObject({ ...pageQuery, ...tagListQuery, tagId: idInput.optional() }),
    response: z.object({
      tags: z.array(tagViewSchema),
      /** Count of this page. */
      count: z.int(),
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
    }),
    errors: ['ERR_VALIDATION', 'ERR_CURSOR_INVALID', 'ERR_NO_TAG_FOUND'],
    ...company,
    summary: 'Tags by name, each with the number of its contacts; with `tagId` that one alone',
  }),
  listBrief: route({
    id: 'tags.listBrief',
    method: 'GET',
    path: '/tags/list',
    query: z.strictObject({ ...tagListQuery, companyId: idInput.optional() }),
    response: z.array(tagViewSchema),
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...company,
    summary: `The first ${TAGS_LISTED} tags by name, or of those found`,
  }),
  get: route({
    id: 'tags.get',
    method: 'GET',
    path: '/tags/{id}',
    params: idParams,
    response: tagViewSchema,
    errors: ['ERR_NO_TAG_FOUND', 'ERR_VALIDATION'],
    ...company,
    summary: 'A tag',
  }),
  create: route({
    id: 'tags.create',
    method: 'POST',
    path: '/tags',
    body: z.object(writable),
    response: tagViewSchema,
    errors: [
      'ERR_VALIDATION',
      'ERR_PLAN_FEATURE',
      'ERR_NO_PERMISSION',
      'ERR_NO_TAG_FOUND',
      'ERR_LANE_LIMIT',
      'ERR_LANE_LOOP',
      'ERR_CONFLICT',
      'ERR_CREATION_LIMIT',
    ],
    ...company,
    summary: `Finds or makes a tag by name; columns of the kanban board are for administrators, ${LANES_MAX} at most, and name only other columns`,
  }),
  update: route({
    id: 'tags.update',
    method: 'PUT',
    path: '/tags/{id}',
    params: idParams,
    body: z.object(writable),
    response: tagViewSchema,
    errors: [
      'ERR_NO_TAG_FOUND',
      'ERR_TAG_NAME_EXISTS',
      'ERR_LANE_LOOP',
      'ERR_PLAN_FEATURE',
      'ERR_NO_PERMISSION',
      'ERR_VALIDATION',
      'ERR_CONFLICT',
    ],
    ...company,
    summary:
      'Changes a tag, on its contacts too, within a minute or so where they are many. For who made it, administrators, and users with `allowSharedItems`',
  }),
  remove: route({
    id: 'tags.remove',
    method: 'DELETE',
    path: '/tags/{id}',
    params: idParams,
    response: messageResponse,
    errors: ['ERR_NO_TAG_FOUND', 'ERR_NO_PERMISSION', 'ERR_VALIDATION', 'ERR_CONFLICT'],
    ...company,
    summary:
      'Removes a tag, from its contacts too, within a minute or so where they are many. For who made it, administrators, and users with `allowSharedItems`',
  }),
  sync: route({
    id: 'tags.sync',
    method: 'POST',
    path: '/tags/sync',
    body: z.object({
      contactId: idInput,
      tags: z
        .array(z.union([idInput, z.object({ id: idInput }).transform((tag) => tag.id)]))
        .max(TAGS_PER_CONTACT),
    }),
    response: contactViewSchema,
    errors: [
      'ERR_NO_CONTACT_FOUND',
      'ERR_CONTACT_ATTENDED',
      'ERR_NO_TAG_FOUND',
      'ERR_VALIDATION',
      'ERR_CONFLICT',
    ],
    ...company,
    summary: "Replaces a contact's tags",
  }),
  removeFromContact: route({
    id: 'tags.removeFromContact',
    method: 'DELETE',
    path: '/tags-contacts/{tagId}/{contactId}',
    params: z.strictObject({ tagId: idInput, contactId: idInput }),
    response: contactViewSchema,
    errors: [
      'ERR_NO_CONTACT_FOUND',
      'ERR_CONTACT_ATTENDED',
      'ERR_NO_TAG_FOUND',
      'ERR_VALIDATION',
      'ERR_CONFLICT',
    ],
    ...company,
    summary: 'Takes a tag from a contact; where it has none, nothing happens',
  }),
  setOnTicket: route({
    id: 'tags.setOnTicket',
    method: 'PUT',
    path: '/ticket-tags/{ticketId}/{tagId}',
    params: z.strictObject({ ticketId: idInput, tagId: idInput }),
    response: z.object({ ticketId: idSchema, tagId: idSchema, ticket: ticketViewSchema }),
    status: 201,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_TAG_FOUND', 'ERR_VALIDATION', 'ERR_CONFLICT'],
    ...company,
    plan: 'useKanban',
    summary: 'Puts a ticket into a column of the kanban board, out of the one it was in',
  }),
  clearFromTicket: route({
    id: 'tags.clearFromTicket',
    method: 'DELETE',
    path: '/ticket-tags/{ticketId}',
    params: z.strictObject({ ticketId: idInput }),
    response: z.object({ ticket: ticketViewSchema }),
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_VALIDATION', 'ERR_CONFLICT'],
    ...company,
    plan: 'useKanban',
    summary: 'Takes a ticket out of its column of the kanban board',
  }),
} as const;
