import * as z from 'zod';
import { ROWS_MAX, webAddressSchema } from '../messaging/rich-content.ts';
import { PIX_KEY_TYPES, pixKey } from '../rules/pix-key.ts';
import { idInput } from './fields.ts';
import { messageRoutes, messageViewSchema, sendErrors } from './messages.ts';
import { route } from './route.ts';

/** What the calls that send messages with something to press take: the names are those of the product's older clients. */

const titleInput = z.string().trim().max(200);
const textInput = z.string().trim().max(4096);
/** The same id never makes a second message. */
const clientId = z.uuid().optional();

/** A menu. Its rows are numbered through all sections where they have no ids. */
const listBody = z.strictObject({
  clientId,
  title: titleInput.min(1),
  text: textInput.default(''),
  buttonText: titleInput.default(''),
  sections: z
    .array(
      z.strictObject({
        title: titleInput.default(''),
        rows: z
          .array(
            z.strictObject({
              title: titleInput.min(1),
              description: titleInput.default(''),
              rowId: z.string().max(200).default(''),
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

/** A text with one button, in texts of ours where there is none; `image` is a key answered by `POST /media/uploads`. */
const buttonShape = {
  clientId,
  image: z.string().max(300).nullable().default(null),
  title: titleInput.default(''),
  description: textInput.default(''),
  buttonText: titleInput.default(''),
};
const copyBody = z.strictObject({ ...buttonShape, copyText: z.string().trim().min(1).max(2000) });
const urlBody = z.strictObject({ ...buttonShape, copyText: webAddressSchema });

const PHONE_MARKS = /[\s().-]/g;
const callBody = z.strictObject({
  ...buttonShape,
  /** A telephone number, however it is written. */
  copyText: z
    .string()
    .max(30)
    .transform((text) => text.replace(PHONE_MARKS, ''))
    .pipe(z.string().regex(/^\+?\d{3,15}$/)),
});

/** Cents: a hundred million of reais and more is a typing error. */
const AMOUNT_MAX_CENTS = 9_999_999_999;
const amountInput = z.union([
  z.int().min(1).max(AMOUNT_MAX_CENTS),
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number),
]);

const pixBody = z
  .strictObject({
    clientId,
    title: titleInput.default(''),
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

/** Of every call that sends one message with something to press. */
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

/** Calls of what is composed in a dialog: no first visit needs them. */
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
  sendPix: route({
    id: 'messages.sendPix',
    path: '/messages/PIX/{ticketId}',
    body: pixBody,
    ...interactive,
    summary: 'Asks for a payment to a Pix key, as text where the channel has no such messages',
  }),
} as const;

/** All that the function of messages serves. */
export const messagingRoutes = { ...messageRoutes, ...interactiveRoutes } as const;
