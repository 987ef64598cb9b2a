import * as z from 'zod';
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
      /** Every message is kept on a ticket: sending without one is not offered. */
      noRegister: booleanInput.pipe(z.literal(false)).default(false),
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
    permission: 'api-token',
    plan: 'useExternalApi',
    tenancy: 'company',
    expiry: 'enforced',
    rate: 'external',
    summary:
      'Sends a text to a number or group: contact and ticket are found or made. Files (multipart) are refused with ERR_MEDIA_TYPE',
  }),
} as const;
