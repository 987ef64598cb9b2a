import * as z from 'zod';
import { idSchema, instantSchema, nameSchema, textSchema } from '../entities/common.ts';
import { queueRefSchema } from '../entities/queue.ts';
import { tagRefSchema } from '../entities/tag.ts';
import { TICKET_LOG_TYPES, ticketStatusSchema } from '../entities/ticket-terms.ts';
import { userRefSchema } from '../entities/user.ts';
import { channelSchema } from '../messaging/identity.ts';
import { PANEL_TICKETS_MAX, TICKETS_COUNTED } from '../rules/list-sizes.ts';
import {
  booleanInput,
  booleanQuery,
  emptyResponse,
  FILTER_FORM,
  filterInput,
  flagSchema,
  idInput,
  idOrNone,
  idParams,
  listInput,
  messageResponse,
  pageQuery,
  searchInput,
} from './fields.ts';
import { route } from './route.ts';

/** A ticket as every list, event and response contains it. */
export const ticketViewSchema = z.object({
  id: idSchema,
  uuid: z.uuid(),
  status: ticketStatusSchema,
  channel: channelSchema,
  companyId: idSchema,
  contactId: idSchema,
  contact: z.object({
    id: idSchema,
    name: z.string(),
    number: z.string(),
    email: z.string(),
    urlPicture: z.string(),
    profilePicUrl: z.string(),
    active: z.boolean(),
    acceptAudioMessage: z.boolean(),
    disableBot: z.boolean(),
    isGroup: z.boolean(),
    lgpdAcceptedAt: instantSchema.nullable(),
    companyId: idSchema,
    tags: z.array(tagRefSchema),
  }),
  queueId: idSchema.nullable(),
  queue: queueRefSchema.nullable(),
  userId: idSchema.nullable(),
  user: userRefSchema.nullable(),
  /**
   * The user who gave the ticket to its attendant, until the attendant opens it; without a name if that user was
   * deleted.
   */
  transferredBy: userRefSchema.nullable(),
  whatsappId: idSchema.nullable(),
  whatsapp: z
    .object({
      id: idSchema,
      name: z.string(),
      channel: channelSchema,
      groupAsTicket: flagSchema,
      expiresTicket: z.int(),
    })
    .nullable(),
  lastMessage: z.string(),
  unreadMessages: z.int().nonnegative(),
  isGroup: z.boolean(),
  isBot: z.boolean(),
  fromMe: z.boolean(),
  useIntegration: z.boolean(),
  integrationId: idSchema.nullable(),
  amountUsedBotQueues: z.int(),
  amountUsedBotQueuesNPS: z.int(),
  isOutOfHour: z.boolean(),
  sendInactiveMessage: z.boolean(),
  isActiveDemand: z.boolean(),
  lgpdAcceptedAt: instantSchema.nullable(),
  lgpdSendMessageAt: instantSchema.nullable(),
  imported: instantSchema.nullable(),
  flowWebhook: z.boolean(),
  lastFlowId: z.string().nullable(),
  flowStopped: z.string().nullable(),
  /** Whether a Typebot handles the conversation. */
  typebotStatus: z.boolean(),
  userRating: z.int().min(1).max(5).nullable(),
  tags: z.array(tagRefSchema),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  /** Since when it has its status, queue and attendant; servers of the release before do not send it. */
  placedAt: instantSchema.optional(),
  /** When it came into its column of the board; null without one. Servers of the release before do not send it. */
  laneAt: instantSchema.nullable().optional(),
  /**
   * Time of the contact's newest message, and of the newest entry through an advertisement, which the reply window
   * starts from; null on channels without a reply window. Servers of the release before do not send them.
   */
  heardAt: instantSchema.nullable().optional(),
  freeEntryAt: instantSchema.nullable().optional(),
  /** Increased by every change: a client ignores a state that is not newer than its own. */
  version: z.int(),
});
export type TicketView = z.infer<typeof ticketViewSchema>;

export const ticketPageSchema = z.object({
  tickets: z.array(ticketViewSchema),
  count: z
    .int()
    .nonnegative()
    .max(TICKETS_COUNTED)
    .describe(
      `How many tickets the list has, as of its first page: exact up to ${TICKETS_COUNTED - 1}, ${TICKETS_COUNTED} for ${TICKETS_COUNTED} or more. While \`hasMore\`, those up to this page at least where the list is of words, tags, days or no one status, or of so many queues that its page leaves no read units to count with: \`GET /tickets/count\` counts those apart; 0 behind the end. Without \`withCount\`, those that were met up to this page`,
    ),
  hasMore: z.boolean(),
  cursor: z.string().nullable(),
  /**
   * For a search in messages: the messages of this page's tickets that contain the words, newest first, each with its
   * text around them. A later page may hold more messages of a ticket, and then the ticket again.
   */
  found: z
    .array(
      z.object({ ticketId: idSchema, messageId: z.string(), text: z.string(), createdAt: instantSchema }),
    )
    .optional(),
});
export type FoundMessage = NonNullable<z.infer<typeof ticketPageSchema>['found']>[number];

const ticketErrors = ['ERR_NO_TICKET_FOUND', 'ERR_VALIDATION'] as const;
const company = { plan: null, tenancy: 'company', expiry: 'enforced', rate: 'standard' } as const;

/**
 * The body of a conflict: the ticket and its user, for a dialog. `error` is the JSON text of it, because clients
 * parse it there.
 */
export const ticketConflictSchema = z.object({
  id: idSchema,
  uuid: z.uuid(),
  status: ticketStatusSchema,
  userId: idSchema.nullable(),
  user: userRefSchema.nullable(),
  queueId: idSchema.nullable(),
  queue: queueRefSchema.nullable(),
});

/** The filters of a list and of its count. */
const ticketFilters = {
  tags: listInput(idInput).default([]),
  users: listInput(idInput).default([]),
  whatsapps: listInput(idInput).default([]),
  statusFilter: listInput(ticketStatusSchema).default([]),
  /** Only tickets with unread messages; `withUnreadMessages` is for the notification bell. */
  unread: booleanQuery.default(false),
  /** Only tickets that began on this day, `YYYY-MM-DD` in the company's time zone. */
  date: z.string().max(40).optional(),
  /** Only tickets last active on this day, in the same format. */
  updatedAt: z.string().max(40).optional(),
  filter: filterInput.optional().describe(FILTER_FORM),
};

export const ticketRoutes = {
  list: route({
    id: 'tickets.list',
    method: 'GET',
    path: '/tickets',
    query: z.strictObject({
      ...pageQuery,
      searchParam: searchInput,
      /** `chatbot`: the waiting tickets whose conversation the system handles. */
      status: z.enum([...ticketStatusSchema.options, 'chatbot', 'search']).optional(),
      showAll: booleanQuery.default(false),
      queueIds: listInput(idInput).optional(),
      withUnreadMessages: booleanQuery.default(false),
      ...ticketFilters,
      sortTickets: z.enum(['ASC', 'DESC']).default('DESC'),
      searchOnMessages: booleanQuery.default(false),
      /** Counting costs as much as the page itself. Without it, `count` is the number of tickets up to this page. */
      withCount: booleanQuery.default(true),
    }),
    response: ticketPageSchema,
    errors: ['ERR_VALIDATION', 'ERR_CURSOR_INVALID', 'ERR_NO_PERMISSION'],
    permission: 'authenticated',
    ...company,
    summary: 'Tickets of a list tab or a search, narrowed by its filters, or of the notification bell',
  }),
  usersMoments: route({
    id: 'tickets.usersMoments',
    method: 'GET',
    path: '/usersMoments',
    response: z.array(ticketViewSchema),
    errors: ['ERR_NO_PERMISSION'],
    permission: 'moments:view',
    ...company,
    summary: `The attendance panel: what is attended or waits, the latest activity last, the latest ${PANEL_TICKETS_MAX} at most; of attendants' queues, of all for administrators`,
  }),
  count: route({
    id: 'tickets.count',
    method: 'GET',
    path: '/tickets/count',
    query: z.strictObject({
      status: ticketStatusSchema.default('open'),
      showAll: booleanInput.default(false),
      queueIds: listInput(idInput).optional(),
      withUnreadMessages: booleanInput.default(false),
      ...ticketFilters,
    }),
    response: z.object({
      count: z.int().nonnegative().max(TICKETS_COUNTED),
      /** Whether there may be more tickets than were counted. */
      more: z.boolean(),
    }),
    errors: ['ERR_VALIDATION'],
    permission: 'authenticated',
    ...company,
    summary:
      'How many tickets a list tab, with its filters, or the notification bell has: exact up to 99, 100 for 100 or more. Of tags and days, and of what is unread among the open ones of others, those of the first page are counted, and `more` says whether there may be more',
  }),
  getByUuid: route({
    id: 'tickets.getByUuid',
    method: 'GET',
    path: '/tickets/u/{uuid}',
    params: z.strictObject({ uuid: z.uuid() }),
    response: ticketViewSchema,
    errors: ticketErrors,
    permission: 'authenticated',
    ...company,
    summary: 'A ticket by its link',
  }),
  get: route({
    id: 'tickets.get',
    method: 'GET',
    path: '/tickets/{id}',
    params: idParams,
    response: ticketViewSchema,
    errors: ticketErrors,
    permission: 'authenticated',
    ...company,
    summary: 'A ticket by its number',
  }),
  create: route({
    id: 'tickets.create',
    method: 'POST',
    path: '/tickets',
    body: z.object({
      contactId: idInput,
      queueId: idOrNone.optional(),
      whatsappId: idOrNone.optional(),
      userId: idOrNone.optional(),
      status: z.enum(['open', 'pending']).default('open'),
      companyId: idInput.optional(),
    }),
    response: ticketViewSchema,
    errors: [
      'ERR_VALIDATION',
      'ERR_NO_CONTACT_FOUND',
      'ERR_CONTACT_BLOCKED',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_DEF_WAPP_FOUND',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_QUEUE_REQUIRED',
      'ERR_NO_PERMISSION',
      'ERR_NO_USER_FOUND',
    ],
    permission: 'authenticated',
    ...company,
    summary: 'Opens a conversation with a contact',
  }),
  update: route({
    id: 'tickets.update',
    method: 'PUT',
    path: '/tickets/{id}',
    params: idParams,
    body: z.object({
      /**
       * A request cannot set the statuses of consent (`lgpd`) and rating (`nps`). These values leave the status
       * unchanged, because callers send back whole rows.
       */
      status: z
        .enum(['open', 'pending', 'closed', 'group', 'lgpd', 'nps'])
        .transform((status) => (status === 'lgpd' || status === 'nps' ? undefined : status))
        .optional(),
      userId: idOrNone.optional(),
      queueId: idOrNone.optional(),
      isBot: booleanInput.optional(),
      sendFarewellMessage: booleanInput.default(true),
      /**
       * Whether the waiting customer gets the company's greeting on accepting, if enabled; false when a return is
       * undone.
       */
      sendGreetingMessage: booleanInput.default(true),
      amountUsedBotQueues: z.int().min(0).max(1000).optional(),
      /** Only 0 has an effect; other values are ignored. */
      unreadMessages: z
        .int()
        .min(0)
        .transform((count) => (count === 0 ? 0 : undefined))
        .optional(),
      msgTransfer: textSchema().max(4096).nullable().optional(),
      isTransfered: booleanInput.default(false),
      useIntegration: booleanInput.optional(),
      integrationId: idOrNone.optional(),
    }),
    response: ticketViewSchema,
    errors: [
      ...ticketErrors,
      'ERR_TICKET_TAKEN',
      'ERR_TICKET_TRANSITION',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_QUEUE_REQUIRED',
      'ERR_TAG_REQUIRED',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_USER_FOUND',
      'ERR_NO_PERMISSION',
      'ERR_PLAN_FEATURE',
      'ERR_CONFLICT',
    ],
    permission: 'authenticated',
    ...company,
    summary: 'Accepts, returns, transfers, resolves or reopens a ticket',
  }),
  markUnread: route({
    id: 'tickets.markUnread',
    method: 'PUT',
    path: '/setunredmsg/{id}',
    params: idParams,
    response: ticketViewSchema,
    errors: [...ticketErrors, 'ERR_TICKET_TRANSITION', 'ERR_CONFLICT'],
    permission: 'authenticated',
    ...company,
    summary:
      'Marks a ticket that is not closed unread, and its chat on the phone of a WhatsApp number that is connected',
  }),
  remove: route({
    id: 'tickets.remove',
    method: 'DELETE',
    path: '/tickets/{id}',
    params: idParams,
    response: messageResponse,
    errors: [...ticketErrors, 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    permission: 'tickets:delete',
    ...company,
    summary: 'Removes a ticket',
  }),
  closeAll: route({
    id: 'tickets.closeAll',
    method: 'POST',
    path: '/tickets/closeAll',
    body: z.object({
      status: z.enum(['open', 'pending', 'group']),
      selectedQueueIds: listInput(idInput),
    }),
    response: z.object({ closed: z.int(), more: z.boolean() }),
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_NO_QUEUE_FOUND'],
    permission: 'tickets:close-all',
    ...company,
    rate: 'heavy',
    summary: 'Closes the tickets of a status in some queues, without farewell; call again while `more`',
  }),
  log: route({
    id: 'tickets.log',
    method: 'GET',
    path: '/tickets-log/{ticketId}',
    params: z.strictObject({ ticketId: idInput }),
    response: z.array(
      z.object({
        id: z.string(),
        type: z.enum(TICKET_LOG_TYPES),
        createdAt: instantSchema,
        user: userRefSchema.nullable(),
        queue: queueRefSchema.nullable(),
        /** The campaign's name, in an entry of a campaign; empty otherwise. */
        campaign: z.string(),
      }),
    ),
    errors: ticketErrors,
    permission: 'authenticated',
    ...company,
    summary: "A ticket's story, newest first",
  }),
  ofContact: route({
    id: 'tickets.ofContact',
    method: 'GET',
    path: '/contacts/{contactId}/tickets',
    params: z.strictObject({ contactId: idInput }),
    query: z.strictObject(pageQuery),
    response: z.object({
      tickets: z.array(ticketViewSchema),
      count: z.int().describe('Tickets on this page'),
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
    }),
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_VALIDATION', 'ERR_CURSOR_INVALID'],
    permission: 'authenticated',
    ...company,
    summary:
      'The tickets a contact ever had, on every connection, newest first, as far as the caller sees them',
  }),
  listNotes: route({
    id: 'tickets.listNotes',
    method: 'GET',
    path: '/ticket-notes/list',
    query: z.strictObject({ ticketId: idInput, contactId: idInput.optional() }),
    response: z.array(
      z.object({
        id: z.string(),
        note: z.string(),
        createdAt: instantSchema,
        ticketId: idSchema,
        contactId: idSchema,
        user: userRefSchema.nullable(),
      }),
    ),
    errors: ticketErrors,
    permission: 'authenticated',
    ...company,
    summary: "A ticket's notes, newest first",
  }),
  createNote: route({
    id: 'tickets.createNote',
    method: 'POST',
    path: '/ticket-notes',
    body: z.object({ note: nameSchema(2, 4000), ticketId: idInput, contactId: idInput.optional() }),
    response: z.object({ id: z.string() }),
    errors: [...ticketErrors, 'ERR_CREATION_LIMIT'],
    permission: 'authenticated',
    ...company,
    summary: 'Adds a note to a ticket',
  }),
  removeNote: route({
    id: 'tickets.removeNote',
    method: 'DELETE',
    path: '/ticket-notes/{id}',
    // `<ticketId>.<id>`: a note's id contains its ticket.
    params: z.strictObject({ id: z.string().regex(/^[1-9]\d{0,14}\.[0-9a-z]{20}$/) }),
    response: emptyResponse,
    errors: ['ERR_NO_NOTE_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    permission: 'authenticated',
    ...company,
    summary: 'Removes a note: its author or an administrator',
  }),
} as const;
