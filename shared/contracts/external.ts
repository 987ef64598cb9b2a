import * as z from 'zod';
import { LINKED_IMAGE_MAX_BYTES } from '../rules/file-limits.ts';
import { booleanInput, idOrNone, textOrEmpty } from './fields.ts';
import { route } from './route.ts';

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

const WINDOW_NOTE =
  'On a channel with a reply window the number may be the id that the channel has for the contact, and a closed window is refused with ERR_REPLY_WINDOW_CLOSED: `details.heardAt` is when the contact last wrote, `details.closedAt` when the window closed, both null if the contact never wrote';

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
    body: z.object({
      number: numberInput,
      body: z
        .string()
        .max(TEXT_MAX_CHARS)
        .transform((text) => text.trim())
        .pipe(z.string().min(1)),
      /** The attendant of the conversation; without it the conversation waits. */
      userId: idOrNone.optional(),
      queueId: idOrNone.optional(),
      /** Adds the attendant's name above the text; requires `userId`. */
      sendSignature: booleanInput.default(false),
      /** Closes the ticket after the message, without a farewell. */
      closeTicket: booleanInput.default(false),
      /** Must be the token's own connection. */
      whatsappId: idOrNone.optional(),
      /** Only sends the message: no contact, ticket or message is stored, and the outcome is not reported. */
      noRegister: booleanInput.default(false),
      // Callers of the original API send these two; they have no effect.
      quotedMsg: z.unknown().optional(),
      msdelay: z.string().max(20).nullish(),
    }),
    response: z.object({ status: z.literal('SUCCESS') }),
    errors: [
      'ERR_VALIDATION',
      'ERR_NO_PERMISSION',
      'ERR_NO_USER_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_TICKET_ELSEWHERE',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_SENDING_WAPP_MSG',
      'ERR_REPLY_WINDOW_CLOSED',
      'ERR_MEDIA_TYPE',
      'ERR_CONFLICT',
    ],
    ...caller,
    summary: `Sends a text to a number or group: contact and ticket are found or made. Files (multipart) are refused with ERR_MEDIA_TYPE. ${WINDOW_NOTE}`,
  }),
  sendLinkedImage: route({
    id: 'external.sendLinkedImage',
    method: 'POST',
    path: '/messages/send/linkImage',
    api: 'external',
    body: z.object({
      number: numberInput,
      url: z.url({ protocol: /^https$/ }).max(URL_MAX_CHARS),
      caption: textOrEmpty(z.string().max(TEXT_MAX_CHARS))
        .default('')
        .transform((text) => text.trim()),
    }),
    response: z.object({ status: z.literal('SUCCESS') }),
    errors: [
      'ERR_VALIDATION',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_MEDIA_MISSING',
      'ERR_MEDIA_EMPTY',
      'ERR_MEDIA_TYPE',
      'ERR_FILESIZE_OVER_LIMIT',
      'ERR_TICKET_ELSEWHERE',
      'ERR_SENDING_WAPP_MSG',
      'ERR_REPLY_WINDOW_CLOSED',
      'ERR_CONFLICT',
    ],
    ...caller,
    summary: `Sends the picture of a public https address (up to ${LINKED_IMAGE_MAX_BYTES / 1_000_000} MB, three redirects, ten seconds) to a number or group, and closes the ticket behind it. ${WINDOW_NOTE}`,
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
