import * as z from 'zod';
import { idSchema, instantSchema, textSchema } from '../entities/common.ts';
import { messageIdSchema, messageSchema, SEND_STATES } from '../entities/message.ts';
import { EXTERNAL_RATE } from '../rules/external-rate.ts';
import { LINKED_IMAGE_MAX_BYTES, MULTIPART_MAX_BYTES } from '../rules/file-limits.ts';
import { booleanInput, idOrNone, idParams, orAbsent, textOrEmpty } from './fields.ts';
import { chosenTemplateInput } from './message-templates.ts';
import { route } from './route.ts';
import { INSTANT_MAX_CHARS, SCHEDULE_BODY_MAX, SCHEDULE_BODY_MIN } from './schedules.ts';

/** Maximum digits of a phone number. Longer numbers are ids of groups. */
export const PHONE_MAX_DIGITS = 17;
const NUMBER_MAX_DIGITS = 40;
const TEXT_MAX_CHARS = 65_536;

/** A number: only digits, with the country code. */
const numberInput = z
  .string()
  .max(NUMBER_MAX_DIGITS * 2)
  .transform((text) => text.trim())
  .pipe(z.string().regex(/^\d+$/, 'digits alone, with the country code').max(NUMBER_MAX_DIGITS));

const phoneInput = numberInput.pipe(z.string().max(PHONE_MAX_DIGITS));
const URL_MAX_CHARS = 2048;
/** Files of one call. */
export const FILES_MAX = 10;
const CALLS_PER_MINUTE = (EXTERNAL_RATE.limit * 60_000) / EXTERNAL_RATE.windowMs;
/** How long an idempotency key names its call. */
export const IDEMPOTENCY_HOURS = 24;

/** How far ahead a message can be scheduled: a year, also a leap year. */
export const SCHEDULE_AHEAD_DAYS = 366;

const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[!-~]{1,255}$/, 'up to 255 visible ASCII characters')
    .optional()
    .describe(
      `Names the call for ${IDEMPOTENCY_HOURS} hours: a repetition with the same key and the same request sends nothing again and gets the first answer; with another request it is refused with ERR_IDEMPOTENCY_MISMATCH`,
    ),
});

/**
 * The answer to a call that sends. It names no ticket, user, queue or contact, because the conversation may be hidden from
 * the user who holds the token.
 */
const sentResponse = z.object({
  status: z.literal('SUCCESS'),
  /** The messages in their order: one for each file, or for each part of a text that is too long for one; empty with `noRegister`. */
  messages: z.array(z.object({ id: messageIdSchema })),
});

const SCHEDULE_NOTE = `With \`sendAt\`, an instant with its offset in the next ${SCHEDULE_AHEAD_DAYS} days, the call makes a schedule (\`scheduleId\`) that users see and change on their calendar; its text has ${SCHEDULE_BODY_MIN} to ${SCHEDULE_BODY_MAX} characters, its one file is a PNG or JPEG picture. It goes in the conversation that the contact has then, which stays as it is; \`userId\`, \`queueId\` and \`closeTicket\` are about one that it begins. A schedule that cannot be sent (the reply window is closed, another attendant or queue has the conversation) fails, as \`GET /messages/schedules/{id}\` tells`;

const WINDOW_NOTE =
  'On a channel with a reply window the number may be the id that the channel has for the contact, and a closed window is refused with ERR_REPLY_WINDOW_CLOSED';

const PLACE_NOTE =
  'ERR_TICKET_ELSEWHERE refuses a call whose contact has a conversation with another attendant or queue than the call names, or one that the user of `userId` may not see. No answer says who has it';

const CAP_NOTE =
  'Once the company or the connection has sent as many messages as it may on a day, calls are refused with ERR_SEND_CAP_REACHED until `details.endsAt`, when the day of the company ends; `details.connectionId` is null if the cap is the company’s';

const RETRY_NOTE = `Repeat a call after 429 and 503 (when \`Retry-After\` says), after ERR_CONFLICT, and where no answer came, with the same \`Idempotency-Key\`; other refusals stay the same until the request or the connection changes. A connection may make ${CALLS_PER_MINUTE} calls a minute, ${EXTERNAL_RATE.limit} of them at once`;

/** A template with its values; in a form as JSON text. */
const templateInput = z.union([
  chosenTemplateInput,
  z
    .string()
    .max(TEXT_MAX_CHARS)
    .transform((text, { issues }): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        issues.push({ code: 'custom', message: 'not JSON', input: text });
        return z.NEVER;
      }
    })
    .pipe(chosenTemplateInput),
]);

const caller = {
  permission: 'api-token',
  plan: 'useExternalApi',
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'external',
} as const;

/** Routes for other systems, which authenticate with the token of the connection that they send over. */
export const externalRoutes = {
  sendMessage: route({
    id: 'external.sendMessage',
    method: 'POST',
    path: '/messages/send',
    api: 'external',
    headers: idempotencyHeaders,
    body: z.object({
      number: numberInput,
      /** The text, or the caption of every file. May be empty only with files or a template. */
      body: textOrEmpty(textSchema().trim().max(TEXT_MAX_CHARS)).default(''),
      /**
       * Instead of a text: an approved template, which is also sent while the reply window is closed. The file of its
       * header is the one file of a form.
       */
      template: orAbsent(templateInput),
      /**
       * The attendant of the conversation; without it the conversation waits. A user who works in the queue, and who may
       * see the conversation that the contact already has.
       */
      userId: idOrNone.optional(),
      /** The queue of a conversation that begins, or that `userId` gets. */
      queueId: idOrNone.optional(),
      /** Adds the attendant's name above the text; requires `userId`. */
      sendSignature: booleanInput.default(false),
      /** Closes the ticket with the message, without a farewell. */
      closeTicket: booleanInput.default(false),
      /** Must be the token's own connection. */
      whatsappId: idOrNone.optional(),
      /** Only sends: no contact, ticket or message is stored, and the outcome is not reported. */
      noRegister: booleanInput.default(false),
      /** Sends it then instead of now: an instant with its offset. The company's plan must have schedules. */
      sendAt: orAbsent(z.iso.datetime({ offset: true }).max(INSTANT_MAX_CHARS)),
      // Callers of the original API send these two; they have no effect.
      quotedMsg: z.unknown().optional(),
      msdelay: z.string().max(20).nullish(),
    }),
    multipart: 'medias',
    response: sentResponse.extend({
      /** Only with `sendAt`: the schedule, whose message has no ticket and no id yet. */
      scheduleId: idSchema.optional(),
    }),
    errors: [
      'ERR_VALIDATION',
      'ERR_NO_PERMISSION',
      'ERR_NO_USER_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_CONTACT_BLOCKED',
      'ERR_TICKET_ELSEWHERE',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_SENDING_WAPP_MSG',
      'ERR_REPLY_WINDOW_CLOSED',
      'ERR_SEND_CAP_REACHED',
      'ERR_MEDIA_EMPTY',
      'ERR_MEDIA_TYPE',
      'ERR_FILESIZE_OVER_LIMIT',
      'ERR_NO_TEMPLATE_FOUND',
      'ERR_TEMPLATE_STATE',
      'ERR_TEMPLATE_VALUES',
      'ERR_MARKETING_STOPPED',
      'ERR_IDEMPOTENCY_MISMATCH',
      'ERR_CONFLICT',
    ],
    ...caller,
    summary: `Sends a text, files or a template to a number or group: contact and ticket are found or made. Files are the parts \`medias\` of a form (at most ${FILES_MAX}, ${MULTIPART_MAX_BYTES / 1_000_000} MB in all), each a message with the text as its caption. ${PLACE_NOTE}. ${WINDOW_NOTE}. ${SCHEDULE_NOTE}. ${CAP_NOTE}. ${RETRY_NOTE}`,
  }),
  sendLinkedImage: route({
    id: 'external.sendLinkedImage',
    method: 'POST',
    path: '/messages/send/linkImage',
    api: 'external',
    headers: idempotencyHeaders,
    body: z.object({
      number: numberInput,
      url: z.url({ protocol: /^https$/ }).max(URL_MAX_CHARS),
      caption: textOrEmpty(textSchema().trim().max(TEXT_MAX_CHARS)).default(''),
    }),
    response: sentResponse,
    errors: [
      'ERR_VALIDATION',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_MEDIA_MISSING',
      'ERR_MEDIA_EMPTY',
      'ERR_MEDIA_TYPE',
      'ERR_FILESIZE_OVER_LIMIT',
      'ERR_CONTACT_BLOCKED',
      'ERR_TICKET_ELSEWHERE',
      'ERR_SENDING_WAPP_MSG',
      'ERR_REPLY_WINDOW_CLOSED',
      'ERR_SEND_CAP_REACHED',
      'ERR_IDEMPOTENCY_MISMATCH',
      'ERR_CONFLICT',
    ],
    ...caller,
    summary: `Sends the picture of a public https address (up to ${LINKED_IMAGE_MAX_BYTES / 1_000_000} MB, three redirects, ten seconds) to a number or group, and closes the ticket with it. ${WINDOW_NOTE}. ${CAP_NOTE}. ${RETRY_NOTE}`,
  }),
  messageStatus: route({
    id: 'external.messageStatus',
    method: 'GET',
    path: '/messages/{id}/status',
    api: 'external',
    params: z.strictObject({ id: messageIdSchema }),
    response: z.object({
      id: messageIdSchema,
      /** `unknown`: nobody can say whether the provider accepted it; it is not sent again by itself. */
      state: z.enum(SEND_STATES).extract(['pending', 'sending', 'sent', 'failed', 'unknown']),
      /** 0 not yet accepted, 1 accepted, 2 delivered, 3 read; 4 and 5 belong to voice notes and older clients. */
      ack: messageSchema.shape.ack,
      /** Code of the reason why it failed; null if it did not. */
      error: z.string().nullable(),
      /** The provider's id; null while it has none. */
      wid: z.string().nullable(),
      sentAt: instantSchema,
      /** When the row of the message last changed. */
      changedAt: instantSchema,
    }),
    errors: ['ERR_VALIDATION', 'ERR_NO_MESSAGE_FOUND'],
    ...caller,
    summary: `The state of a message that was sent over the token's connection; ERR_NO_MESSAGE_FOUND for any other. ${RETRY_NOTE}`,
  }),
  scheduleStatus: route({
    id: 'external.scheduleStatus',
    method: 'GET',
    path: '/messages/schedules/{id}',
    api: 'external',
    params: idParams,
    response: z.object({
      id: idSchema,
      state: z.enum(['pending', 'sent', 'failed']),
      /** When it goes, or went; users may have moved it. */
      sendAt: instantSchema,
      /** null while nothing was sent. */
      sentAt: instantSchema.nullable(),
      /** Code of the reason why it was not sent; null if there is none. */
      error: z.string().nullable(),
      /** Its message, for the message's own status; null while nothing was sent. */
      messageId: messageIdSchema.nullable(),
    }),
    errors: ['ERR_VALIDATION', 'ERR_NO_SCHEDULE_FOUND'],
    ...caller,
    summary: `The state of a schedule that was made with \`sendAt\` over the token's connection; ERR_NO_SCHEDULE_FOUND for any other, and for one that was cancelled. ${RETRY_NOTE}`,
  }),
  cancelSchedule: route({
    id: 'external.cancelSchedule',
    method: 'DELETE',
    path: '/messages/schedules/{id}',
    api: 'external',
    params: idParams,
    response: z.object({ status: z.literal('SUCCESS') }),
    errors: ['ERR_VALIDATION', 'ERR_NO_SCHEDULE_FOUND', 'ERR_SCHEDULE_SENT', 'ERR_CONFLICT'],
    ...caller,
    summary: `Cancels a schedule that was made with \`sendAt\` over the token's connection, for good; ERR_SCHEDULE_SENT if its message has gone. ${RETRY_NOTE}`,
  }),
  checkNumber: route({
    id: 'external.checkNumber',
    method: 'POST',
    path: '/messages/checkNumber',
    api: 'external',
    body: z.object({ number: phoneInput }),
    response: z.object({
      existsInWhatsapp: z.literal(true),
      number: z.string(),
      /** The number that WhatsApp knows: for some Brazilian mobile numbers without the ninth digit. */
      numberFormatted: z.string(),
    }),
    errors: [
      'ERR_VALIDATION',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_WAPP_INVALID_CONTACT',
      'ERR_WAPP_CHECK_CONTACT',
      'ERR_CONFLICT',
    ],
    ...caller,
    summary:
      'Whether a number is on WhatsApp: 400 with ERR_WAPP_INVALID_CONTACT where it is not, with ERR_WAPP_CHECK_CONTACT where WhatsApp says nothing within twelve seconds. An answer is good for ten minutes',
  }),
} as const;
