import * as z from 'zod';
import { assistedSchema } from '../entities/assistant-knowledge.ts';
import { idSchema, instantSchema, textSchema } from '../entities/common.ts';
import {
  mediaTypeSchema,
  messageIdSchema,
  reactionSchema,
  SEND_STATES,
  voteSchema,
} from '../entities/message.ts';
import { queueRefSchema } from '../entities/queue.ts';
import { PLACE_ADDRESS_MAX, PLACE_NAME_MAX, placeShape } from '../messaging/place.ts';
import { FORWARD_CONTACTS_MAX, FORWARD_MESSAGES_MAX } from '../rules/forwarding.ts';
import {
  booleanInput,
  booleanQuery,
  idInput,
  listInput,
  messageResponse,
  orAbsent,
  pageQuery,
} from './fields.ts';
import { route } from './route.ts';
import { ticketViewSchema } from './tickets.ts';

/** A message as conversations, events and responses contain it. */
export const messageViewSchema = z.object({
  id: z.string(),
  ticketId: idSchema,
  contactId: idSchema,
  companyId: idSchema,
  body: z.string(),
  fromMe: z.boolean(),
  mediaType: mediaTypeSchema,
  /** Link to the file, valid for a few minutes; null until the file is stored. */
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
  /** Transcription of a voice note or audio file, once a user requested it; empty if it contains no speech. */
  transcribedText: z.string().nullable(),
  dataJson: z.record(z.string(), z.unknown()).nullable(),
  ack: z.int().min(0).max(5),
  sendState: z.enum(SEND_STATES),
  sendError: z.string(),
  /**
   * An edit or deletion that the contact did not get, or may not have got: the contact may still see the previous
   * text.
   */
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
  /** The rule that sent an automatic message; empty for a user's or contact's message. */
  saidBy: z.string(),
  /** The assistant that wrote an automatic answer, with its sources; absent in other messages. */
  assistant: assistedSchema.optional(),
  /** The attendant who wrote the message. */
  user: z.object({ id: idSchema, name: z.string() }).nullable(),
  contact: z.object({ id: idSchema, name: z.string(), urlPicture: z.string() }).nullable(),
  /** The ticket on which the message was written. */
  ticket: z.object({
    id: idSchema,
    whatsappId: idSchema,
    queueId: idSchema.nullable(),
    queue: queueRefSchema.nullable(),
  }),
  /** True for our own messages, and for all messages of a ticket without unread messages. */
  read: z.boolean(),
  /**
   * The provider's id of the message. Null until the provider assigns it, and for users from whom numbers are hidden,
   * because some ids contain a number.
   */
  wid: z.string().nullable(),
  /** The contact's address in WhatsApp's format; for other providers, the contact's id there. */
  remoteJid: z.string(),
  quotedMsg: z
    .object({
      id: z.string(),
      body: z.string(),
      fromMe: z.boolean(),
      mediaType: mediaTypeSchema,
      /**
       * Link to the quoted file, valid for a few minutes like `mediaUrl` above; null if it has no file, or belongs to
       * another ticket.
       */
      mediaUrl: z.string().nullable(),
      contact: z.object({ name: z.string() }),
    })
    .nullable(),
  reactions: z.array(reactionSchema.omit({ by: true, arrival: true })),
  /** Votes in a poll; `options` are positions in the poll's list. */
  votes: z.array(voteSchema.omit({ by: true, arrival: true })),
  /** Until when the message is pinned in its chat, possibly in the past; null if it is not pinned. */
  pinnedUntil: instantSchema.nullable(),
  createdAt: instantSchema,
  /** Messages are sorted by this key, never by arrival. */
  sortKey: z.string(),
  version: z.int(),
});
export type MessageView = z.infer<typeof messageViewSchema>;

/** A ticket, by the UUID of its link or, for some callers, by its number. */
const ticketInput = z.union([z.uuid(), idInput]);
const textInput = textSchema().max(65_536);
export const placeInput = z.object({
  ...placeShape,
  name: textSchema().max(PLACE_NAME_MAX).default(''),
  address: textSchema().max(PLACE_ADDRESS_MAX).default(''),
});
/** Maximum number of files in one request; each becomes a message. */
const FILES_MAX = 10;

const company = { plan: null, tenancy: 'company', expiry: 'enforced', rate: 'standard' } as const;
/** Errors of every call that sends something on a ticket. */
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
  'ERR_SEND_CAP_REACHED',
  'ERR_NO_PERMISSION',
] as const;

export const messageRoutes = {
  list: route({
    id: 'messages.list',
    method: 'GET',
    path: '/messages/{ticketUuid}',
    params: z.strictObject({ ticketUuid: ticketInput }),
    query: z.strictObject({
      ...pageQuery,
      selectedQueues: listInput(idInput).optional(),
      markRead: booleanQuery.default(true),
      /** Extends the first page to the first unread message, if that is at most 100 messages back. */
      untilUnread: booleanQuery.default(false),
      /** Returns the page around this message instead of the newest page. */
      around: messageIdSchema.optional(),
      /** Returns the page after this message. */
      newerThan: messageIdSchema.optional(),
    }),
    response: z.object({
      messages: z.array(messageViewSchema),
      count: z.int().describe('Messages on this page: a history has no bound, and nobody counts it'),
      /** Whether older messages exist. */
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
      /** Whether newer messages exist: the last message here as `newerThan` returns the next page. */
      hasNewer: z.boolean(),
      ticket: ticketViewSchema,
    }),
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_MESSAGE_FOUND', 'ERR_VALIDATION', 'ERR_CURSOR_INVALID'],
    permission: 'authenticated',
    ...company,
    summary:
      "A page of the contact's history on this connection, oldest first; the first page of the newest marks it read",
  }),
  read: route({
    id: 'messages.read',
    method: 'POST',
    path: '/messages/read/{ticketUuid}',
    params: z.strictObject({ ticketUuid: ticketInput }),
    body: z.object({
      /** The newest message that the caller has seen; newer messages stay unread. */
      newestId: messageIdSchema,
    }),
    response: ticketViewSchema,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_MESSAGE_FOUND', 'ERR_VALIDATION'],
    permission: 'authenticated',
    ...company,
    summary: 'Marks a conversation as read, for the attendant of its ticket and for anyone in a group',
  }),
  typing: route({
    id: 'messages.typing',
    method: 'POST',
    path: '/messages/typing/{ticketUuid}',
    params: z.strictObject({ ticketUuid: ticketInput }),
    response: messageResponse,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_VALIDATION'],
    permission: 'authenticated',
    ...company,
    summary:
      'Shows the contact that the attendant of the ticket is typing, where the channel can; for some seconds',
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
    body: z.object({
      /** Idempotency key: the same id never creates a second message. */
      clientId: z.uuid().optional(),
      /** A list contains the caption of each file, in order; a form repeats the field. */
      body: z.union([textInput, z.array(textInput).max(FILES_MAX), z.null().transform(() => '')]).default(''),
      fromMe: booleanInput.default(true),
      read: z.union([booleanInput, z.int()]).optional(),
      isPrivate: booleanInput.default(false),
      quotedMsg: z
        .union([z.object({ id: messageIdSchema }).transform((q) => q.id), messageIdSchema])
        .nullable()
        .optional(),
      /** Keys from `POST /media/uploads`; each becomes a message, before the files in the form. */
      mediaKeys: z.array(z.string().max(300)).max(FILES_MAX).default([]),
      mediaUrl: orAbsent(z.string().max(2000)),
      /** Recorded in the browser; sent as a voice note. */
      voice: booleanInput.default(false),
      /** The contact to send as a card: by its id, or as the whole contact that a response contained. */
      vCard: z
        .union([
          z.object({ contactId: idInput }),
          z.object({ id: idInput }).transform(({ id }) => ({ contactId: id })),
        ])
        .nullable()
        .optional(),
      /** A location, instead of a text. */
      location: placeInput.nullable().optional(),
      /** Adds the attendant's name above the text. */
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
      'ERR_SENDING_WAPP_MSG',
      'ERR_REPLY_WINDOW_CLOSED',
      'ERR_SEND_CAP_REACHED',
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
      /** The messages that are now being sent, oldest first. */
      messages: z.array(messageViewSchema),
      /** Whether more messages wait: repeat the request. */
      hasMore: z.boolean(),
    }),
    errors: [
      'ERR_NO_TICKET_FOUND',
      'ERR_TICKET_TRANSITION',
      'ERR_NO_WAPP_FOUND',
      'ERR_SENDING_WAPP_MSG',
      'ERR_REPLY_WINDOW_CLOSED',
      'ERR_SEND_CAP_REACHED',
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
    // Callers send back the whole message; other fields in it are ignored.
    body: z.object({ body: textSchema().trim().min(1).max(65_536) }),
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
    body: z.object({
      messageId: messageIdSchema,
      contactId: idInput,
      signMessage: booleanInput.default(false),
      clientId: z.uuid().optional(),
    }),
    response: z.object({ messages: z.array(messageViewSchema), ticket: ticketViewSchema }),
    errors: [
      'ERR_NO_MESSAGE_FOUND',
      'ERR_NO_CONTACT_FOUND',
      'ERR_CONTACT_BLOCKED',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_SENDING_WAPP_MSG',
      'ERR_REPLY_WINDOW_CLOSED',
      'ERR_SEND_CAP_REACHED',
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
      /** Our messages or the contacts'; both if absent. */
      fromMe: booleanQuery.optional(),
      /** Days in the company's calendar, both included; today if absent. */
      dateStart: z.iso.date().optional(),
      dateEnd: z.iso.date().optional(),
    }),
    // The response has always been a list of one row, with its count as text.
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
    body: z.object({
      /** In the order of sending. */
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
      'ERR_CONTACT_BLOCKED',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_SENDING_WAPP_MSG',
      'ERR_REPLY_WINDOW_CLOSED',
      'ERR_SEND_CAP_REACHED',
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
