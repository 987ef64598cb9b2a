import * as z from 'zod';
import { textSchema } from '../entities/common.ts';
import { ROWS_MAX, webAddressSchema } from '../messaging/rich-content.ts';
import { PIX_KEY_TYPES, pixKey } from '../rules/pix-key.ts';
import { idInput, textOrEmpty } from './fields.ts';
import { chosenTemplateInput } from './message-templates.ts';
import { messageViewSchema, sendErrors } from './messages.ts';
import { route } from './route.ts';

/**
 * Inputs of the calls that send interactive messages (lists, buttons). The names are those of the product's older
 * clients.
 */

const titleInput = textSchema().trim().max(200);
const textInput = textSchema().trim().max(4096);
/** Idempotency key: the same id never creates a second message. */
const clientId = z.uuid().optional();

/** A menu. Rows without ids are numbered across all sections. */
const listBody = z.object({
  clientId,
  title: titleInput.min(1),
  text: textOrEmpty(textInput).default(''),
  buttonText: textOrEmpty(titleInput).default(''),
  sections: z
    .array(
      z.object({
        title: textOrEmpty(titleInput).default(''),
        rows: z
          .array(
            z.object({
              title: titleInput.min(1),
              description: textOrEmpty(titleInput).default(''),
              rowId: textOrEmpty(z.string().max(200)).default(''),
            }),
          )
          .min(1)
          .max(ROWS_MAX),
      }),
    )
    .min(1)
    .max(20)
    .refine((sections) => sections.reduce((rows, section) => rows + section.rows.length, 0) <= ROWS_MAX, {
      error: `more than ${ROWS_MAX} rows`,
    }),
});

/** A text with one button, with default texts of the system; `image` is a key from `POST /media/uploads`. */
const buttonShape = {
  clientId,
  image: z.string().max(300).nullable().default(null),
  title: textOrEmpty(titleInput).default(''),
  description: textOrEmpty(textInput).default(''),
  buttonText: textOrEmpty(titleInput).default(''),
};
const copyBody = z.object({ ...buttonShape, copyText: textSchema().trim().min(1).max(2000) });
const urlBody = z.object({ ...buttonShape, copyText: webAddressSchema });

const PHONE_MARKS = /[\s().-]/g;
const callBody = z.object({
  ...buttonShape,
  /** A telephone number in any spelling. */
  copyText: z
    .string()
    .max(30)
    .transform((text) => text.replace(PHONE_MARKS, ''))
    .pipe(z.string().regex(/^\+?\d{3,15}$/)),
});

/** Cents. A hundred million reais or more is a typing error. */
const AMOUNT_MAX_CENTS = 9_999_999_999;
const amountInput = z.int().min(1).max(AMOUNT_MAX_CENTS);

const pixBody = z
  .object({
    clientId,
    title: textOrEmpty(titleInput).default(''),
    /** Cents. */
    sendvalue: amountInput,
    sendkey_type: z.enum(PIX_KEY_TYPES),
    sendmerchant_name: titleInput.min(1),
    sendKey: z.string().max(100),
  })
  .refine(({ sendkey_type, sendKey }) => pixKey(sendkey_type, sendKey) !== undefined, {
    path: ['sendKey'],
    error: 'no Pix key of this type',
  });

/** Common fields of every call that sends one interactive message. */
const interactive = {
  method: 'POST',
  params: z.strictObject({ ticketId: idInput }),
  response: z.object({ messages: z.array(messageViewSchema) }),
  errors: sendErrors,
  permission: 'authenticated',
  plan: null,
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'standard',
} as const;

/** Routes for messages that are composed in a dialog; the first page load does not need them. */
export const interactiveRoutes = {
  sendList: route({
    id: 'messages.sendList',
    path: '/messages/lista/{ticketId}',
    body: listBody,
    ...interactive,
    summary: 'Sends a menu, as text where the channel has none',
  }),
  sendCopy: route({
    id: 'messages.sendCopy',
    path: '/messages/copy/{ticketId}',
    body: copyBody,
    ...interactive,
    summary: 'Sends a button that copies `copyText`, as text where the channel has none',
  }),
  sendCall: route({
    id: 'messages.sendCall',
    path: '/messages/call/{ticketId}',
    body: callBody,
    ...interactive,
    summary: 'Sends a button that calls the number in `copyText`, as text where the channel has none',
  }),
  sendUrl: route({
    id: 'messages.sendUrl',
    path: '/messages/URL/{ticketId}',
    body: urlBody,
    ...interactive,
    summary: 'Sends a button that opens the address in `copyText`, as text where the channel has none',
  }),
  sendTemplate: route({
    id: 'messages.sendTemplate',
    path: '/messages/template/{ticketId}',
    body: chosenTemplateInput.extend({
      clientId,
      /** The file of the header: a key from `POST /media/uploads`. */
      mediaKey: z.string().max(300).nullable().default(null),
    }),
    ...interactive,
    errors: [
      ...sendErrors,
      'ERR_NO_TEMPLATE_FOUND',
      'ERR_TEMPLATE_VALUES',
      'ERR_TEMPLATE_STATE',
      'ERR_MARKETING_STOPPED',
    ],
    summary: 'Sends an approved template, also after the reply window has closed',
  }),
  sendPix: route({
    id: 'messages.sendPix',
    path: '/messages/PIX/{ticketId}',
    body: pixBody,
    ...interactive,
    summary: 'Asks for a payment to a Pix key, as text where the channel has no such messages',
  }),
} as const;
