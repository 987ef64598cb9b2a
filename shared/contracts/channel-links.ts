import * as z from 'zod';
import { nameSchema } from '../entities/common.ts';
import { connectionRoutes, connectionViewSchema } from './connections.ts';
import { booleanInput, idOrNone, idParams } from './fields.ts';
import { route } from './route.ts';

/** Meta issues tokens of a few hundred characters and documents no maximum. */
const tokenInput = z.string().trim().min(1).max(2000);
/** The code of a login, which Meta accepts once, for about half a minute. */
const codeInput = z.string().trim().min(1).max(2000);
/** An id of Meta: digits. */
const metaIdInput = z.string().trim().max(40).regex(/^\d+$/);

/** The PIN of a number's two-step verification. */
const pinInput = z.string().regex(/^\d{6}$/);
/** The queue of new connections. Null: the company's only one, or none if it has several. */
const queueInput = idOrNone.default(null);

/** Accounts that one call links: each takes two calls to the provider and a transaction. */
export const LINKED_AT_ONCE_MAX = 25;

/** A number with the token of a business, as a user pastes them. */
export const pastedPhoneInput = z.object({
  accessToken: tokenInput,
  phoneNumberId: metaIdInput,
  businessAccountId: metaIdInput,
  /** Name of a new connection; the verified name of the number if absent. */
  name: nameSchema(2, 50).optional(),
  queueId: queueInput,
});
/** Numbers that a user shared in Meta's signup: all of them where no id is given. */
const sharedPhonesInput = pastedPhoneInput.omit({ accessToken: true }).partial().extend({ code: codeInput });

/** A number's PIN: the one that it has, or the first one. It is passed to the provider, and not stored. */
export const registerInput = z.object({ pin: pinInput });

/** An account of a login, as the dialog lists it. */
const accountSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether a connection of this company has it. Not told of other companies. */
  isLinked: z.boolean(),
});

const { permission, tenancy, expiry, rate } = connectionRoutes.update;
const manage = { permission, tenancy, expiry, rate } as const;
const refusals = [
  'ERR_LINK_NOT_SET_UP',
  'ERR_LINK_TOKEN_REFUSED',
  'ERR_LINK_PERMISSION',
  'ERR_LINK_FAILED',
  'ERR_VALIDATION',
  'ERR_NO_PERMISSION',
] as const;
const linkRefusals = [
  ...refusals,
  'ERR_LINK_ACCOUNT_MISSING',
  'ERR_LINK_ACCOUNT_TAKEN',
  'ERR_NO_QUEUE_FOUND',
  'ERR_PLAN_LIMIT',
  'ERR_PLAN_FEATURE',
  'ERR_CONFLICT',
] as const;

/**
 * Routes that link accounts of providers whose connections begin with credentials; served with the routes of
 * connections. No response contains a token.
 */
export const channelLinkRoutes = {
  app: route({
    id: 'channelLinks.app',
    method: 'GET',
    path: '/facebook/app',
    response: z.object({
      /** '' if the operator has not entered the Meta app: then no login is offered. */
      appId: z.string(),
      /** Configuration of WhatsApp's embedded signup; '' without one. */
      signupConfigId: z.string(),
      /** Address of the login dialog, without its parameters. */
      dialogUrl: z.string(),
      graphVersion: z.string(),
      /** Permissions that the login of pages asks for. */
      scopes: z.array(z.string()),
    }),
    errors: ['ERR_NO_PERMISSION'],
    ...manage,
    plan: null,
    summary: 'What the login dialog of Meta needs',
  }),
  listPages: route({
    id: 'channelLinks.listPages',
    method: 'POST',
    path: '/facebook/pages',
    body: z.object({ facebookUserToken: tokenInput }),
    response: z.object({
      facebookUserId: z.string(),
      pages: z.array(
        accountSchema.extend({
          /** Whether the login may write messages for the page. */
          mayMessage: z.boolean(),
          /** The professional account that is linked to the page. */
          instagram: accountSchema.nullable(),
        }),
      ),
    }),
    errors: refusals,
    ...manage,
    plan: null,
    summary: 'The pages of a Facebook login, with their Instagram accounts, to choose from',
  }),
  linkPages: route({
    id: 'channelLinks.linkPages',
    method: 'POST',
    path: '/facebook',
    body: z.object({
      facebookUserId: metaIdInput,
      facebookUserToken: tokenInput,
      /** Also the Instagram accounts that are linked to the pages, if the plan includes Instagram. */
      addInstagram: booleanInput.default(false),
      /** Without it only the Instagram accounts are linked. */
      addPages: booleanInput.default(true),
      /** All pages if absent. */
      pageIds: z.array(metaIdInput).min(1).max(LINKED_AT_ONCE_MAX).optional(),
      queueId: queueInput,
    }),
    response: z.array(connectionViewSchema),
    errors: linkRefusals,
    ...manage,
    plan: null,
    summary: `Makes one connection for each page of a Facebook login, or gives the one that the company has a new token. At most ${LINKED_AT_ONCE_MAX} pages`,
  }),
  linkPhones: route({
    id: 'channelLinks.linkPhones',
    method: 'POST',
    path: '/whatsappapi',
    body: z.union([pastedPhoneInput, sharedPhonesInput]),
    response: z.array(connectionViewSchema),
    errors: [...linkRefusals, 'ERR_WAPP_NAME_EXISTS'],
    ...manage,
    plan: 'useWhatsapp',
    summary:
      'Makes a connection of a number of the WhatsApp Cloud API, or gives the one that the company has a new token',
  }),
  relink: route({
    id: 'channelLinks.relink',
    method: 'POST',
    path: '/whatsapp/{id}/relink',
    params: idParams,
    body: z.union([z.object({ accessToken: tokenInput }), z.object({ code: codeInput })]),
    response: connectionViewSchema,
    errors: [
      ...refusals,
      'ERR_LINK_ACCOUNT_MISSING',
      'ERR_LINK_ACCOUNT_TAKEN',
      'ERR_NO_WAPP_FOUND',
      'ERR_CONFLICT',
    ],
    ...manage,
    plan: null,
    summary:
      'Gives a connection a new token for the account that it has. A page and its Instagram account take the token of a Facebook login. A token that does not reach this account is refused',
  }),
  register: route({
    id: 'channelLinks.register',
    method: 'POST',
    path: '/whatsapp/{id}/register',
    params: idParams,
    body: registerInput,
    response: connectionViewSchema,
    errors: [
      ...refusals,
      'ERR_LINK_ACCOUNT_MISSING',
      'ERR_PIN_WRONG',
      'ERR_PIN_LIMIT',
      'ERR_NUMBER_UNVERIFIED',
      'ERR_NO_WAPP_FOUND',
      'ERR_CONFLICT',
    ],
    ...manage,
    plan: null,
    summary:
      'Registers the number of a connection with the WhatsApp Cloud API, which makes it connected. A number without a PIN gets this one',
  }),
} as const;
