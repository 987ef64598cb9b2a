import * as z from 'zod';
import { LINKED_IMAGE_MAX_BYTES } from '../rules/file-limits.ts';
import { booleanInput, idInput } from './fields.ts';
import { route } from './route.ts';

/** Longer ones are ids of groups. */
export const PHONE_MAX_DIGITS = 17;
const NUMBER_MAX_DIGITS = 40;
const TEXT_MAX_CHARS = 65_536;

/** Digits with the country code, as text or, as some callers write it, as a number. */
const numberInput = z
  .union([z.string().max(NUMBER_MAX_DIGITS * 2), z.int().positive().transform(String)])
  .transform((text) => text.trim())
  .pipe(z.string().regex(/^\d+$/, 'digits alone, with the country code').max(NUMBER_MAX_DIGITS));

const phoneInput = numberInput.pipe(z.string().max(PHONE_MAX_DIGITS));
const URL_MAX_CHARS = 2048;

const caller = {
  permission: 'api-token',
  plan: 'useExternalApi',
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'external',
} as const;

/** For other systems, which show the token of the connection they send over. */
export const externalRoutes = {
  sendMessage: route({
    id: 'external.sendMessage',
    method: 'POST',
    path: '/messages/send',
    api: 'external',
    body: z.strictObject({
      number: numberInput,
      body: z
        .string()
        .max(TEXT_MAX_CHARS)
        .transform((text) => text.trim())
        .pipe(z.string().min(1)),
      /** Who is to attend the conversation; without it the conversation waits. */
      userId: idInput.nullish(),
      queueId: idInput.nullish(),
      /** The attendant's name above the text; needs `userId`. */
      sendSignature: booleanInput.default(false),
      /** Closes the ticket behind the message, without a farewell. */
      closeTicket: booleanInput.default(false),
      /** The token's own connection; another is refused. */
      whatsappId: idInput.nullish(),
      /** Only sent: no contact, no ticket and no message is kept, and nobody is told how the sending ended. */
      noRegister: booleanInput.default(false),
      // The specification's callers send these two, and see no effect of them.
      quotedMsg: z.unknown().optional(),
      msdelay: z.union([z.int(), z.string().max(20)]).nullish(),
    }),
    response: z.object({ status: z.literal('SUCCESS') }),
    errors: [
      'ERR_VALIDATION',
      'ERR_NO_PERMISSION',
      'ERR_NO_USER_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_TICKET_ELSEWHERE',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_MEDIA_TYPE',
      'ERR_CONFLICT',
    ],
    ...caller,
    summary:
      'Sends a text to a number or group: contact and ticket are found or made. Files (multipart) are refused with ERR_MEDIA_TYPE',
  }),
  sendLinkedImage: route({
    id: 'external.sendLinkedImage',
    method: 'POST',
    path: '/messages/send/linkImage',
    api: 'external',
    body: z.strictObject({
      number: numberInput,
      url: z.url({ protocol: /^https$/ }).max(URL_MAX_CHARS),
      caption: z
        .string()
        .max(TEXT_MAX_CHARS)
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
      'ERR_CONFLICT',
    ],
    ...caller,
    summary: `Sends the picture of a public https address (up to ${LINKED_IMAGE_MAX_BYTES / 1_000_000} MB, three redirects, ten seconds) to a number or group, and closes the ticket behind it`,
  }),
  checkNumber: route({
    id: 'external.checkNumber',
    method: 'POST',
    path: '/messages/checkNumber',
    api: 'external',
    body: z.strictObject({ number: phoneInput }),
    response: z.object({
      existsInWhatsapp: z.literal(true),
      number: z.string(),
      /** As WhatsApp knows it: some Brazilian mobile numbers without their ninth digit. */
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
