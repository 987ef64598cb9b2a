import * as z from 'zod';
import { idSchema, instantSchema } from '../entities/common.ts';
import { mediaTypeSchema, messageIdSchema, reactionSchema, SEND_STATES } from '../entities/message.ts';
import { queueRefSchema } from '../entities/queue.ts';
import { placeShape } from '../messaging/place.ts';
import { FORWARD_CONTACTS_MAX, FORWARD_MESSAGES_MAX } from '../rules/forwarding.ts';
import { booleanInput, booleanQuery, idInput, listInput, pageQuery } from './fields.ts';
import { route } from './route.ts';
import { ticketViewSchema } from './tickets.ts';

/** A message as the conversation, events and answers show it. */
export const messageViewSchema = z.object({
  id: z.string(),
  ticketId: idSchema,
  contactId: idSchema,
  companyId: idSchema,
  body: z.string(),
  fromMe: z.boolean(),
  mediaType: mediaTypeSchema,
  /** Where the bytes may be fetched for a few minutes; null while they are on their way. */
  mediaUrl: z.string().nullable(),
  media: z
    .object({
      state: z.enum(['fetching', 'stored', 'failed']),
      fileName: z.string(),
      mimeType: z.string(),
      size: z.int(),
      voice: z.boolean(),
      durationS: z.number().nullable(),
      reason: z.string(),
    })
    .nullable(),
  /** What is said in a voice note or audio file, once somebody asked for it; empty where that is nothing. */
  transcribedText: z.string().nullable(),
  dataJson: z.record(z.string(), z.unknown()).nullable(),
  ack: z.int().min(0).max(5),
  sendState: z.enum(SEND_STATES),
  sendError: z.string(),
  /** An edit or a deletion that the contact did not get, or perhaps not: the contact sees what was there before. */
  failedChange: z
    .object({ type: z.enum(['edit', 'delete']), state: z.enum(['failed', 'unknown']), error: z.string() })
    .nullable(),
  clientId: z.string().nullable(),
  isDeleted: z.boolean(),
  isEdited: z.boolean(),
  isForwarded: z.boolean(),
  isPrivate: z.boolean(),
  queueId: idSchema.nullable(),
  queue: queueRefSchema.nullable(),
  /** The rule by which the system said it; empty for what a person wrote. */
  saidBy: z.string(),
  /** Attendant who wrote it. */
  user: z.object({ id: idSchema, name: z.string() }).nullable(),
  contact: z.object({ id: idSchema, name: z.string() }).nullable(),
  quotedMsg: z
    .object({
      id: z.string(),
      body: z.string(),
      fromMe: z.boolean(),
      mediaType: mediaTypeSchema,
      /** Of its file, for a few minutes, as `mediaUrl` above; null where it has none, or stands on another ticket. */
      mediaUrl: z.string().nullable(),
      contact: z.object({ name: z.string() }),
    })
    .nullable(),
  reactions: z.array(reactionSchema),
  createdAt: instantSchema,
  /** Messages sort by this, never by arrival. */
  sortKey: z.string(),
  version: z.int(),
});
export type MessageView = z.infer<typeof messageViewSchema>;

const textInput = z.string().max(65_536);
export const placeInput = z.strictObject(placeShape);
/** Files of one request, each a message. */
const FILES_MAX = 10;

const company = { plan: null, tenancy: 'company', expiry: 'enforced', rate: 'standard' } as const;
/** Of every call that sends something on a ticket. */
export const sendErrors = [
  'ERR_NO_TICKET_FOUND',
  'ERR_VALIDATION',
  'ERR_IDEMPOTENCY_MISMATCH',
  'ERR_TICKET_TRANSITION',
  'ERR_NO_WAPP_FOUND',
  'ERR_MEDIA_EMPTY',
  'ERR_MEDIA_MISSING',
  'ERR_MEDIA_TYPE',
  'ERR_FILESIZE_OVER_LIMIT',
  'ERR_PAYLOAD_TOO_LARGE',
  'ERR_NO_MESSAGE_FOUND',
  'ERR_CONFLICT',
  'ERR_NO_CONTACT_FOUND',
  'ERR_SENDING_WAPP_MSG',
  'ERR_REPLY_WINDOW_CLOSED',
  'ERR_NO_PERMISSION',
] as const;

export const messageRoutes = {
  list: route({
    id: 'messages.list',
    method: 'GET',
    path: '/messages/{ticketUuid}',
    params: z.strictObject({ ticketUuid: z.uuid() }),
    query: z.strictObject({
      ...pageQuery,
      selectedQueues: listInput(idInput).optional(),
      markRead: booleanQuery.default(true),
      /** The page around this message instead of the newest one. */
      around: messageIdSchema.optional(),
      /** The page that follows this message. */
      newerThan: messageIdSchema.optional(),
    }),
    response: z.object({
      messages: z.array(messageViewSchema),
      count: z.int().describe('Messages on this page: a history has no bound, and nobody counts it'),
      /** Of older ones. */
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
      /** `newerThan` the last of these tells the next. */
      hasNewer: z.boolean(),
      ticket: ticketViewSchema,
    }),
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_MESSAGE_FOUND', 'ERR_VALIDATION', 'ERR_CURSOR_INVALID'],
    permission: 'authenticated',
    ...company,
    summary:
      "A page of the contact's history on this connection, oldest first; the first page of the newest marks it read",
  }),
  files: route({
    id: 'messages.files',
    method: 'GET',
    path: '/messages/{ticketUuid}/files',
    params: z.strictObject({ ticketUuid: z.uuid() }),
    query: z.strictObject(pageQuery),
    response: z.object({
      messages: z.array(messageViewSchema),
      count: z.int().describe('Messages on this page'),
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
    }),
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_VALIDATION', 'ERR_CURSOR_INVALID'],
    permission: 'authenticated',
    ...company,
    summary:
      "The messages with a file in the contact's history on this connection, newest first; no stickers",
  }),
  send: route({
    id: 'messages.send',
    method: 'POST',
    path: '/messages/{ticketId}',
    params: z.strictObject({ ticketId: idInput }),
    body: z.strictObject({
      /** The same id never makes a second message. */
      clientId: z.uuid().optional(),
      /** A list: the caption of each file, in their order; a form repeats the field. */
      body: z.union([textInput, z.array(textInput).max(FILES_MAX), z.null().transform(() => '')]).default(''),
      fromMe: booleanInput.default(true),
      read: z.union([booleanInput, z.int()]).optional(),
      isPrivate: booleanInput.default(false),
      quotedMsg: z
        .union([z.object({ id: messageIdSchema }).transform((q) => q.id), messageIdSchema])
        .nullable()
        .optional(),
      /** Keys answered by `POST /media/uploads`; one message each, before those of files in the form. */
      mediaKeys: z.array(z.string().max(300)).max(FILES_MAX).default([]),
      mediaUrl: z.string().max(2000).optional(),
      /** Recorded in the browser: goes out as a voice note. */
      voice: booleanInput.default(false),
      vCard: z.strictObject({ contactId: idInput }).nullable().optional(),
      /** A place, instead of a text. */
      location: placeInput.nullable().optional(),
      /** Put the attendant's name above the text. */
      signed: booleanInput.default(false),
    }),
    multipart: 'medias',
    response: z.object({ messages: z.array(messageViewSchema) }),
    errors: sendErrors,
    permission: 'authenticated',
    ...company,
    summary: 'Sends text, files, a contact card or a place, or keeps a private note',
  }),
  resend: route({
    id: 'messages.resend',
    method: 'POST',
    path: '/messages/resend/{messageId}',
    params: z.strictObject({ messageId: messageIdSchema }),
    response: messageViewSchema,
    errors: [
      'ERR_NO_MESSAGE_FOUND',
      'ERR_MESSAGE_NOT_RESENDABLE',
      'ERR_EDIT_WINDOW_CLOSED',
      'ERR_NO_PERMISSION',
      'ERR_VALIDATION',
      'ERR_CONFLICT',
    ],
    permission: 'authenticated',
    ...company,
    summary: 'Sends a failed or unknown message again, or a failed edit or deletion of it',
  }),
  resendAll: route({
    id: 'messages.resendAll',
    method: 'POST',
    path: '/messages/resend-all/{ticketId}',
    params: z.strictObject({ ticketId: idInput }),
    response: z.object({
      /** On their way now, oldest first. */
      messages: z.array(messageViewSchema),
      /** As many again wait, or fewer: ask once more. */
      hasMore: z.boolean(),
    }),
    errors: [
      'ERR_NO_TICKET_FOUND',
      'ERR_TICKET_TRANSITION',
      'ERR_NO_WAPP_FOUND',
      'ERR_SENDING_WAPP_MSG',
      'ERR_REPLY_WINDOW_CLOSED',
      'ERR_VALIDATION',
      'ERR_CONFLICT',
    ],
    permission: 'authenticated',
    ...company,
    summary: "Sends a ticket's messages again that did not leave because its connection was away",
  }),
  edit: route({
    id: 'messages.edit',
    method: 'POST',
    path: '/messages/edit/{messageId}',
    params: z.strictObject({ messageId: messageIdSchema }),
    // Callers send the whole message back: what else is in it is passed over.
    body: z.object({ body: z.string().trim().min(1).max(65_536) }),
    response: messageViewSchema,
    errors: [
      'ERR_NO_MESSAGE_FOUND',
      'ERR_EDIT_WINDOW_CLOSED',
      'ERR_EDITING_WAPP_MSG',
      'ERR_NO_PERMISSION',
      'ERR_VALIDATION',
      'ERR_CONFLICT',
    ],
    permission: 'authenticated',
    ...company,
    summary: 'Edits an own text within 15 minutes',
  }),
  remove: route({
    id: 'messages.remove',
    method: 'DELETE',
    path: '/messages/{messageId}',
    params: z.strictObject({ messageId: messageIdSchema }),
    response: messageViewSchema,
    errors: [
      'ERR_NO_MESSAGE_FOUND',
      'ERR_DELETE_WAPP_MSG',
      'ERR_NO_PERMISSION',
      'ERR_VALIDATION',
      'ERR_CONFLICT',
    ],
    permission: 'authenticated',
    ...company,
    summary: 'Deletes a message for everyone, or removes a private note: its author or an administrator',
  }),
  forward: route({
    id: 'messages.forward',
    method: 'POST',
    path: '/message/forward',
    body: z.strictObject({
      messageId: messageIdSchema,
      contactId: idInput,
      signMessage: booleanInput.default(false),
      clientId: z.uuid().optional(),
    }),
    response: z.object({ messages: z.array(messageViewSchema), ticket: ticketViewSchema }),
    errors: [
      'ERR_NO_MESSAGE_FOUND',
      'ERR_NO_CONTACT_FOUND',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_SENDING_WAPP_MSG',
      'ERR_REPLY_WINDOW_CLOSED',
      'ERR_VALIDATION',
      'ERR_CONFLICT',
      'ERR_QUEUE_REQUIRED',
      'ERR_NO_PERMISSION',
    ],
    permission: 'authenticated',
    ...company,
    summary: 'Sends a message on to another contact',
  }),
  allMe: route({
    id: 'messages.allMe',
    method: 'GET',
    path: '/messages-allMe',
    query: z.strictObject({
      /** Ours, or the contacts'; both where absent. */
      fromMe: booleanQuery.optional(),
      /** Days of the company's clock, both included; today where absent. */
      dateStart: z.iso.date().optional(),
      dateEnd: z.iso.date().optional(),
    }),
    // A list of one row, its count as text: so it has always been answered.
    response: z.object({ count: z.array(z.object({ count: z.string() })) }),
    errors: ['ERR_VALIDATION'],
    permission: 'authenticated',
    ...company,
    summary: "How many of the company's messages were sent and received, notes apart",
  }),
  forwardSeveral: route({
    id: 'messages.forwardSeveral',
    method: 'POST',
    path: '/message/forward/several',
    body: z.strictObject({
      /** In the order in which they are sent. */
      messageIds: z.array(messageIdSchema).min(1).max(FORWARD_MESSAGES_MAX),
      contactIds: z.array(idInput).min(1).max(FORWARD_CONTACTS_MAX),
      signMessage: booleanInput.default(false),
      clientId: z.uuid().optional(),
    }),
    response: z.object({ count: z.int() }),
    status: 202,
    errors: [
      'ERR_NO_MESSAGE_FOUND',
      'ERR_NO_CONTACT_FOUND',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_SENDING_WAPP_MSG',
      'ERR_REPLY_WINDOW_CLOSED',
      'ERR_IDEMPOTENCY_MISMATCH',
      'ERR_VALIDATION',
      'ERR_CONFLICT',
      'ERR_NO_PERMISSION',
    ],
    permission: 'authenticated',
    ...company,
    rate: 'heavy',
    summary:
      'Sends messages on to contacts, one after the other with a pause in between, whether the caller stays or not',
  }),
} as const;
