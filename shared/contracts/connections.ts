import * as z from 'zod';
import { idSchema, instantSchema, nameSchema, textSchema } from '../entities/common.ts';
import {
  CONNECTION_STATUSES,
  connectionHealthSchema,
  connectionOptionsSchema,
  connectionPairingSchema,
  PROXY_URL_MAX,
} from '../entities/connection.ts';
import { channelAbilitiesSchema } from '../messaging/channel-abilities.ts';
import { shownContentsSchema } from '../messaging/content-shown.ts';
import { channelSchema, DEFAULT_CHANNEL } from '../messaging/identity.ts';
import { PAIRED_CHANNELS } from '../rules/channel-connections.ts';
import { CONNECTIONS_PER_PAGE } from '../rules/list-sizes.ts';
import {
  booleanInput,
  flagInput,
  flagSchema,
  idInput,
  idOrNone,
  idParams,
  instantOrNone,
  messageResponse,
  orDefault,
  pageQuery,
  scheduleEntryInput,
  textOrEmpty,
  webLinkInput,
} from './fields.ts';
import { route } from './route.ts';

/** A connection as administrators see it. Only the session view contains the QR code. */
export const connectionViewSchema = connectionOptionsSchema.omit({ groupAsTicket: true }).extend({
  groupAsTicket: flagSchema,
  /** Name of the file that is sent with the greeting; empty without a file. */
  greetingMediaAttachment: z.string(),
  id: idSchema,
  name: z.string(),
  channel: channelSchema,
  isDefault: z.boolean(),
  status: z.enum(CONNECTION_STATUSES),
  number: z.string(),
  reason: z.string(),
  retries: z.int(),
  queueIds: z.array(idSchema),
  queues: z.array(z.object({ id: idSchema, name: z.string(), color: z.string() })),
  token: z.object({ configured: z.boolean(), last4: z.string() }),
  /** Address of the proxy, without its credentials; empty without a proxy. */
  proxy: z.string(),
  /** When the provider's access token expires; null if it never expires or there is none. */
  credentialsExpireAt: instantSchema.nullable(),
  companyId: idSchema,
  createdAt: instantSchema,
  /** When the live status last changed. */
  updatedAt: instantSchema,
  /** Null, the time in epoch milliseconds at which an import was prepared, `Running`, or `renderButtonCloseTickets`. */
  statusImportMessages: z.string().nullable(),
  /** Whether some of the phone's old messages could not be read in the last or current import. */
  isImportIncomplete: z.boolean(),
  version: z.int(),
});
export type ConnectionView = z.infer<typeof connectionViewSchema>;

/** A connection in the list of all companies' connections. */
export const companyConnectionSchema = connectionViewSchema.extend({
  company: z.object({ id: idSchema, name: z.string() }),
});

/** Presents a connection with the fields that every attendant may see. */
export const connectionBriefSchema = z.object({
  id: idSchema,
  name: z.string(),
  channel: channelSchema,
  isDefault: z.boolean(),
  status: z.enum(CONNECTION_STATUSES),
  groupAsTicket: flagSchema,
});

const ofChannel = {
  /** The kinds of content that customers see natively on the connection; others are sent to them as text. */
  shows: shownContentsSchema,
  /** What users can do on the connection; servers of the release before do not send it. */
  can: channelAbilitiesSchema.optional(),
};

/** A single connection, including data that is only valid for minutes. */
const connectionDetailsSchema = connectionViewSchema.extend({
  qrcode: z.string(),
  /** The code to type on a phone instead of scanning; null if none was requested or it has expired. */
  pairing: connectionPairingSchema.pick({ number: true, code: true, failure: true }).nullable(),
  /** The file that is sent with the greeting, with a link that is valid for a few minutes. */
  greetingMedia: z.object({ mimeType: z.string(), size: z.int(), url: z.string() }).nullable(),
});

/** The data of a session event. */
export const connectionSessionSchema = z.object({
  id: idSchema,
  status: z.enum(CONNECTION_STATUSES),
  qrcode: z.string(),
  retries: z.int(),
  number: z.string(),
  reason: z.string(),
  updatedAt: instantSchema,
});

const MESSAGE_MAX = 4096;
const textInput = textOrEmpty(textSchema().max(MESSAGE_MAX)).default('');
/** Two years; more is a typing error. */
const MINUTES_MAX = 2 * 366 * 24 * 60;
const minutesInput = orDefault(z.int().min(0).max(MINUTES_MAX), 0);
const triesInput = orDefault(z.int().min(0).max(100), 3);

const writable = z.object({
  ...connectionOptionsSchema.shape,
  greetingMessage: textInput,
  complationMessage: textInput,
  outOfHoursMessage: textInput,
  lgpdMessage: textInput,
  lgpdLink: textOrEmpty(webLinkInput).default(''),
  ratingMessage: textInput,
  expiresInactiveMessage: textInput,
  inactiveMessage: textInput,
  collectiveVacationMessage: textInput,
  /** Empty, or the name from an earlier response: `media-upload` adds and removes files. */
  greetingMediaAttachment: textOrEmpty(z.string().max(255)).default(''),
  /**
   * Empty, a proxy's URL with its credentials, or the address from an earlier response, which leaves the proxy
   * unchanged.
   */
  proxy: textOrEmpty(z.string().trim().max(PROXY_URL_MAX)).default(''),
  provider: orDefault(z.string().max(20), 'beta'),
  maxUseBotQueues: triesInput,
  maxUseBotQueuesNPS: triesInput,
  timeUseBotQueues: minutesInput,
  timeSendQueue: minutesInput,
  sendIdQueue: idOrNone.default(null),
  queueIdImportMessages: idOrNone.default(null),
  integrationId: idOrNone.default(null),
  promptId: idOrNone.default(null),
  importOldMessages: instantOrNone.default(null),
  importRecentMessages: instantOrNone.default(null),
  collectiveVacationStart: instantOrNone.default(null),
  collectiveVacationEnd: instantOrNone.default(null),
  flowIdWelcome: idOrNone.default(null),
  flowIdNotPhrase: idOrNone.default(null),
  expiresTicket: minutesInput,
  expiresTicketNPS: minutesInput,
  timeInactiveMessage: minutesInput,
  timeCreateNewTicket: minutesInput,
  schedules: orDefault(z.array(scheduleEntryInput).max(7), []),
  allowGroup: orDefault(booleanInput, false),
  groupAsTicket: orDefault(flagInput, false),
  enableImportMessage: orDefault(booleanInput, false),
  importOldMessagesGroups: orDefault(booleanInput, false),
  closedTicketsPostImported: orDefault(booleanInput, false),
  name: nameSchema(2, 50),
  /** If absent, unchanged. */
  isDefault: booleanInput.optional(),
  queueIds: orDefault(z.array(idInput).max(500), []),
});

/** The channel of a new connection. Connections of the other channels are made by `channel-links.ts`. */
export const pairedChannelInput = z.enum(PAIRED_CHANNELS).default(DEFAULT_CHANNEL);

/** With the country code, in any common spelling: at most fifteen digits (E.164). */
const PHONE_NUMBER = /^\+?[1-9](?:[ ().-]*\d){7,14}$/;

const company = { plan: null, tenancy: 'company', expiry: 'enforced', rate: 'standard' } as const;
const manage = { permission: 'connections:manage', ...company } as const;
const writeErrors = [
  'ERR_WAPP_NAME_EXISTS',
  'ERR_WAPP_GREETING_REQUIRED',
  'ERR_NO_OTHER_WHATSAPP',
  'ERR_NO_QUEUE_FOUND',
  'ERR_VALIDATION',
  'ERR_NO_PERMISSION',
] as const;

export const connectionRoutes = {
  list: route({
    id: 'connections.list',
    method: 'GET',
    path: '/whatsapp',
    query: z.strictObject({
      companyId: idInput.optional(),
      session: z.union([z.int(), z.enum(['0', '1'])]).optional(),
    }),
    response: z.array(
      z.union([connectionViewSchema.extend(ofChannel), connectionBriefSchema.extend(ofChannel)]),
    ),
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    permission: 'authenticated',
    ...company,
    summary: 'All connections: whole for who manages them, in brief for the others',
  }),
  filter: route({
    id: 'connections.filter',
    method: 'GET',
    path: '/whatsapp/filter',
    query: z.strictObject({
      session: z.union([z.int(), z.enum(['0', '1'])]).optional(),
      channel: channelSchema.default(DEFAULT_CHANNEL),
    }),
    response: z.array(connectionBriefSchema),
    errors: ['ERR_VALIDATION'],
    permission: 'authenticated',
    ...company,
    summary: 'The connections of one channel',
  }),
  listAll: route({
    id: 'connections.listAll',
    method: 'GET',
    path: '/whatsapp/all',
    query: z.strictObject({ ...pageQuery, session: z.union([z.int(), z.enum(['0', '1'])]).optional() }),
    response: z.array(companyConnectionSchema),
    errors: ['ERR_VALIDATION', 'ERR_CURSOR_INVALID', 'ERR_NO_PERMISSION'],
    permission: 'super',
    ...company,
    tenancy: 'platform',
    summary: `Connections of all companies, by company, ${CONNECTIONS_PER_PAGE} on a page. The answer is a list alone: its header \`Link\` (\`rel="next"\`) has the \`cursor\` of the next page. No QR code and no token is among the fields`,
  }),
  get: route({
    id: 'connections.get',
    method: 'GET',
    path: '/whatsapp/{id}',
    params: idParams,
    query: z.strictObject({ session: z.union([z.int(), z.enum(['0', '1'])]).optional() }),
    response: connectionDetailsSchema,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...manage,
    summary: 'A connection, with its QR and pairing codes while it waits to be linked',
  }),
  create: route({
    id: 'connections.create',
    method: 'POST',
    path: '/whatsapp',
    body: writable.extend({ channel: pairedChannelInput }),
    response: connectionViewSchema.extend({ issuedToken: z.string() }),
    status: 201,
    errors: [...writeErrors, 'ERR_PLAN_LIMIT', 'ERR_PLAN_FEATURE'],
    ...manage,
    summary:
      'Adds a connection of a channel that the plan has, within the plan, and starts its session where the channel has sessions; the API token is shown this once',
  }),
  update: route({
    id: 'connections.update',
    method: 'PUT',
    path: '/whatsapp/{id}',
    params: idParams,
    body: writable,
    response: connectionViewSchema,
    errors: [
      ...writeErrors,
      'ERR_NO_WAPP_FOUND',
      'ERR_PLAN_FEATURE',
      'ERR_CONFLICT',
      'ERR_HISTORY_UNAVAILABLE',
      'ERR_LINK_TOKEN_REFUSED',
      'ERR_LINK_PERMISSION',
      'ERR_LINK_ACCOUNT_MISSING',
      'ERR_LINK_FAILED',
    ],
    ...manage,
    summary:
      'Changes a connection. One that is connected is linked anew where that changes what is imported: its session is deleted, and a QR code follows. A provider without sessions is asked for the old messages, which it has for a day after the number was linked',
  }),
  setMedia: route({
    id: 'connections.setMedia',
    method: 'POST',
    path: '/whatsapp/{id}/media-upload',
    params: idParams,
    body: z.object({
      typeArch: z.string().max(40).optional(),
      /** A key from `POST /media/uploads`, instead of a file in the form: for large files. */
      mediaKey: z.string().max(300).optional(),
    }),
    multipart: 'file',
    response: connectionViewSchema,
    errors: [
      'ERR_NO_WAPP_FOUND',
      'ERR_MEDIA_EMPTY',
      'ERR_MEDIA_MISSING',
      'ERR_MEDIA_TYPE',
      'ERR_FILESIZE_OVER_LIMIT',
      'ERR_PAYLOAD_TOO_LARGE',
      'ERR_VALIDATION',
      'ERR_NO_PERMISSION',
      'ERR_CONFLICT',
    ],
    ...manage,
    summary: 'Gives the greeting a picture or film, in place of the one before',
  }),
  removeMedia: route({
    id: 'connections.removeMedia',
    method: 'DELETE',
    path: '/whatsapp/{id}/media-upload',
    params: idParams,
    response: connectionViewSchema,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    ...manage,
    summary: 'Takes the picture or film of the greeting away',
  }),
  health: route({
    id: 'connections.health',
    method: 'GET',
    path: '/whatsapp/health',
    response: z.array(
      connectionHealthSchema.omit({ companyId: true, connectionId: true }).extend({ id: idSchema }),
    ),
    errors: ['ERR_NO_PERMISSION'],
    ...manage,
    summary: 'How the accounts are doing, as last told; those of which nothing was told are missing',
  }),
  remove: route({
    id: 'connections.remove',
    method: 'DELETE',
    path: '/whatsapp/{id}',
    params: idParams,
    response: messageResponse,
    errors: [
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_OTHER_WHATSAPP',
      'ERR_VALIDATION',
      'ERR_NO_PERMISSION',
      'ERR_CONFLICT',
    ],
    ...manage,
    summary: 'Unlinks and removes a connection',
  }),
  rotateToken: route({
    id: 'connections.rotateToken',
    method: 'POST',
    path: '/whatsapp/{id}/token',
    params: idParams,
    response: z.object({ token: z.string() }),
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    ...manage,
    summary: 'A new API token, shown this once',
  }),
  start: route({
    id: 'connections.start',
    method: 'POST',
    path: '/whatsappsession/{id}',
    params: idParams,
    response: messageResponse,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    ...manage,
    summary: 'Starts the session',
  }),
  renew: route({
    id: 'connections.renew',
    method: 'PUT',
    path: '/whatsappsession/{id}',
    params: idParams,
    response: messageResponse,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    ...manage,
    summary: 'Forgets the session and starts anew: a new QR code follows',
  }),
  pair: route({
    id: 'connections.pair',
    method: 'POST',
    path: '/whatsappsession/{id}/pairing-code',
    params: idParams,
    body: z.object({
      number: z
        .string()
        .max(40)
        .regex(PHONE_NUMBER)
        .transform((text) => text.replace(/\D/g, '')),
    }),
    response: messageResponse,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    ...manage,
    summary:
      'Asks for a code to type on the phone of a number, instead of scanning; it appears beside the QR code',
  }),
  disconnect: route({
    id: 'connections.disconnect',
    method: 'DELETE',
    path: '/whatsappsession/{id}',
    params: idParams,
    response: messageResponse,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    ...manage,
    summary: 'Unlinks the device and stops',
  }),
  closeImported: route({
    id: 'connections.closeImported',
    method: 'POST',
    path: '/closedimported/{id}',
    params: idParams,
    response: messageResponse,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...manage,
    summary:
      'Has the tickets closed that an import of old messages made and that nobody has touched since. Goes on whatever becomes of the caller',
  }),
  restartAll: route({
    id: 'connections.restartAll',
    method: 'POST',
    path: '/whatsapp-restart',
    response: messageResponse,
    errors: ['ERR_NO_PERMISSION'],
    ...manage,
    summary: 'Closes and reopens the sockets of all started connections',
  }),
} as const;
