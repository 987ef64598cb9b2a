import * as z from 'zod';
import { PAUSE_REASONS, RECEIVER_STATES } from '../entities/campaign.ts';
import { idSchema, instantSchema, nameSchema, textSchema } from '../entities/common.ts';
import { FILTER_TEXT_MAX, parseFilter } from '../rules/filters/filter-text.ts';
import { printFilter } from '../rules/filters/print-filter.ts';
import { contactNumberInput } from './contacts.ts';
import {
  booleanInput,
  emptyResponse,
  FILTER_FORM,
  filterProblemText,
  flagInput,
  flagSchema,
  idInput,
  idOrNone,
  idParams,
  instantOrNone,
  messageResponse,
  orDefault,
  pageQuery,
  searchInput,
  textOrEmpty,
} from './fields.ts';
import { route } from './route.ts';

export const CAMPAIGN_NAME_MIN = 2;
export const CAMPAIGN_NAME_MAX = 50;
/** WhatsApp's limit for a text message. */
export const CAMPAIGN_MESSAGE_MAX = 4096;

/** The specification's words. PAUSADA is ours. */
const campaignStatusSchema = z.enum([
  'INATIVA',
  'PROGRAMADA',
  'EM_ANDAMENTO',
  'PAUSADA',
  'CANCELADA',
  'FINALIZADA',
]);

const namedSchema = z.object({ id: idSchema, name: z.string() });

/** Receivers by what became of them. */
export const campaignCountsSchema = z.object({
  /** Everyone who is sent to. */
  valid: z.int(),
  /** Not sent to: invalid numbers, people who opted out. */
  skipped: z.int(),
  confirmationRequested: z.int(),
  confirmed: z.int(),
  declined: z.int(),
  /** Given to the provider. */
  sent: z.int(),
  /** Arrived. */
  delivered: z.int(),
  read: z.int(),
  failed: z.int(),
  answered: z.int(),
  optedOut: z.int(),
});
export type CampaignCounts = z.infer<typeof campaignCountsSchema>;

const variants = {
  message1: z.string(),
  message2: z.string(),
  message3: z.string(),
  message4: z.string(),
  message5: z.string(),
  confirmationMessage1: z.string(),
  confirmationMessage2: z.string(),
  confirmationMessage3: z.string(),
  confirmationMessage4: z.string(),
  confirmationMessage5: z.string(),
};

export const campaignViewSchema = z.object({
  id: idSchema,
  name: z.string(),
  ...variants,
  confirmation: z.boolean(),
  status: campaignStatusSchema,
  pauseReason: z.enum(PAUSE_REASONS).nullable(),
  /** Whether the server accepts a change now. */
  editable: z.boolean(),
  scheduledAt: instantSchema.nullable(),
  startedAt: instantSchema.nullable(),
  completedAt: instantSchema.nullable(),
  contactListId: idSchema.nullable(),
  contactList: namedSchema.nullable(),
  tagListId: idSchema.nullable(),
  tagList: namedSchema.nullable(),
  /** A filter of tickets in its text form with ids; '' without one. */
  ticketFilter: z.string(),
  whatsappId: idSchema,
  whatsapp: namedSchema.nullable(),
  openTicket: flagSchema,
  statusTicket: z.enum(['closed', 'pending', 'open']),
  userId: idSchema.nullable(),
  user: namedSchema.nullable(),
  queueId: idSchema.nullable(),
  queue: namedSchema.nullable(),
  /** Short-lived link. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  /** The campaign whose receivers this one repeats. */
  followUp: z.object({ campaignId: idSchema, who: z.enum(['not-answered', 'not-read']) }).nullable(),
  counts: campaignCountsSchema,
  /** When the last message will probably have been sent; null unless the campaign runs. */
  estimatedEndAt: instantSchema.nullable(),
  companyId: idSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
  version: z.int(),
});
export type CampaignView = z.infer<typeof campaignViewSchema>;
/** A campaign in events: without the estimate, which changes with time alone. */
export const campaignRecordSchema = campaignViewSchema.omit({ estimatedEndAt: true });
export type CampaignRecord = z.infer<typeof campaignRecordSchema>;

export const receiverViewSchema = z.object({
  position: z.int(),
  name: z.string(),
  number: z.string(),
  state: z.enum(RECEIVER_STATES),
  /** Why it was skipped, or the error code of the failed send; empty otherwise. */
  reason: z.string(),
  contactId: idSchema.nullable(),
  /** Of the ticket that has the message; null without one. */
  ticketUuid: z.string().nullable(),
  confirmationRequestedAt: instantSchema.nullable(),
  confirmedAt: instantSchema.nullable(),
  sentAt: instantSchema.nullable(),
  deliveredAt: instantSchema.nullable(),
  readAt: instantSchema.nullable(),
  answeredAt: instantSchema.nullable(),
});
export type ReceiverView = z.infer<typeof receiverViewSchema>;

const textInput = textOrEmpty(textSchema().trim().max(CAMPAIGN_MESSAGE_MAX)).default('');
const textInputs = {
  message1: textInput,
  message2: textInput,
  message3: textInput,
  message4: textInput,
  message5: textInput,
  confirmationMessage1: textInput,
  confirmationMessage2: textInput,
  confirmationMessage3: textInput,
  confirmationMessage4: textInput,
  confirmationMessage5: textInput,
} satisfies Record<keyof typeof variants, z.ZodType>;

/**
 * A filter of tickets in a body, as the text form that is stored: with ids, and '' for every ticket. Refused for the
 * reasons of `filterInput`, and if the stored form would be too long.
 */
const ticketFilterInput = textOrEmpty(z.string().max(FILTER_TEXT_MAX))
  .transform((text, context) => {
    const parsed = parseFilter(text);
    if ('filter' in parsed) return printFilter(parsed.filter);
    context.issues.push({ code: 'custom', input: text, message: filterProblemText(parsed.problem) });
    return z.NEVER;
  })
  .pipe(z.string().max(FILTER_TEXT_MAX));

/** The body for saving a campaign. The family's clients send the word `Nenhuma` for no tag, and '' for no date. */
export const campaignBody = z
  .object({
    name: nameSchema(CAMPAIGN_NAME_MIN, CAMPAIGN_NAME_MAX),
    ...textInputs,
    confirmation: orDefault(booleanInput, false),
    scheduledAt: instantOrNone.default(null),
    contactListId: idOrNone.default(null),
    tagListId: z.union([idOrNone, z.literal('Nenhuma').transform(() => null)]).default(null),
    ticketFilter: ticketFilterInput
      .default('')
      .describe(
        `The contacts of the tickets that match at the start, in place of a list or tag. ${FILTER_FORM}`,
      ),
    whatsappId: idInput,
    openTicket: orDefault(flagInput, false),
    statusTicket: orDefault(z.enum(['closed', 'pending', 'open']), 'closed'),
    userId: idOrNone.default(null),
    queueId: idOrNone.default(null),
  })
  .superRefine((body, { addIssue }) => {
    const missing = (path: string) => addIssue({ code: 'custom', path: [path], params: { kind: 'missing' } });
    const has = (kind: 'message' | 'confirmationMessage') =>
      Object.entries(body).some(([key, value]) => key.startsWith(kind) && value !== '');
    if (!has('message')) missing('message1');
    if (body.confirmation && !has('confirmationMessage')) missing('confirmationMessage1');
    if (body.contactListId === null && body.tagListId === null && body.ticketFilter === '')
      missing('contactListId');
    if (body.openTicket && body.userId !== null && body.queueId === null) missing('queueId');
  });
export type CampaignInput = z.infer<typeof campaignBody>;

const company = {
  permission: 'admin',
  plan: 'useCampaigns',
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'standard',
} as const;

const NAMED = [
  'ERR_NO_CONTACT_LIST_FOUND',
  'ERR_NO_TAG_FOUND',
  'ERR_NO_WAPP_FOUND',
  'ERR_NO_USER_FOUND',
  'ERR_NO_QUEUE_FOUND',
] as const;
const CHANGED = [
  'ERR_NO_CAMPAIGN_FOUND',
  'ERR_CAMPAIGN_STATE',
  'ERR_VALIDATION',
  'ERR_CONFLICT',
  'ERR_NO_PERMISSION',
] as const;

const action = <const Id extends string, const Path extends `/${string}`>(
  id: Id,
  path: Path,
  summary: string,
) =>
  route({
    id,
    method: 'POST',
    path,
    params: idParams,
    response: campaignViewSchema,
    errors: [...CHANGED, ...NAMED],
    ...company,
    summary,
  });

export const campaignRoutes = {
  list: route({
    id: 'campaigns.list',
    method: 'GET',
    path: '/campaigns',
    query: z.strictObject({ ...pageQuery, searchParam: searchInput, companyId: idInput.optional() }),
    response: z.object({
      records: z.array(campaignViewSchema),
      /** Count of this page. */
      count: z.int(),
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
    }),
    errors: ['ERR_VALIDATION', 'ERR_CURSOR_INVALID', 'ERR_NO_PERMISSION'],
    ...company,
    summary: 'Campaigns by status, the latest of each first, searched by name',
  }),
  get: route({
    id: 'campaigns.get',
    method: 'GET',
    path: '/campaigns/{id}',
    params: idParams,
    response: campaignViewSchema,
    errors: ['ERR_NO_CAMPAIGN_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...company,
    summary: 'A campaign with its counts; its receivers are read in pages',
  }),
  create: route({
    id: 'campaigns.create',
    method: 'POST',
    path: '/campaigns',
    body: campaignBody,
    response: campaignViewSchema,
    status: 201,
    errors: [...NAMED, 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...company,
    summary: 'Adds a campaign; one with a time starts by itself',
  }),
  update: route({
    id: 'campaigns.update',
    method: 'PUT',
    path: '/campaigns/{id}',
    params: idParams,
    body: campaignBody,
    response: campaignViewSchema,
    errors: [...CHANGED, ...NAMED],
    ...company,
    summary:
      'Changes a campaign that is inactive, cancelled, or whose time is more than an hour away. Once it was started, list, tag, filter and connection stay',
  }),
  remove: route({
    id: 'campaigns.remove',
    method: 'DELETE',
    path: '/campaigns/{id}',
    params: idParams,
    response: messageResponse,
    errors: CHANGED,
    ...company,
    summary: 'Removes a campaign that does not run; its receivers are removed in the background',
  }),
  setMedia: route({
    id: 'campaigns.setMedia',
    method: 'POST',
    path: '/campaigns/{id}/media-upload',
    params: idParams,
    body: z.object({
      typeArch: z.string().max(40).optional(),
      /** A key from `POST /media/uploads`, instead of a file in the form: for large files. */
      mediaKey: z.string().max(300).optional(),
    }),
    multipart: 'file',
    response: campaignViewSchema,
    errors: [
      ...CHANGED,
      'ERR_MEDIA_EMPTY',
      'ERR_MEDIA_MISSING',
      'ERR_MEDIA_TYPE',
      'ERR_FILESIZE_OVER_LIMIT',
      'ERR_PAYLOAD_TOO_LARGE',
    ],
    ...company,
    summary: 'Gives a campaign a file, in place of the one before',
  }),
  removeMedia: route({
    id: 'campaigns.removeMedia',
    method: 'DELETE',
    path: '/campaigns/{id}/media-upload',
    params: idParams,
    response: campaignViewSchema,
    errors: CHANGED,
    ...company,
    summary: 'Takes the file of a campaign away',
  }),
  start: action('campaigns.start', '/campaigns/{id}/start', 'Starts a campaign now'),
  pause: action('campaigns.pause', '/campaigns/{id}/pause', 'Pauses a campaign within one message'),
  resume: action('campaigns.resume', '/campaigns/{id}/resume', 'Continues a paused campaign at its pace'),
  cancel: route({
    id: 'campaigns.cancel',
    method: 'POST',
    path: '/campaigns/{id}/cancel',
    params: idParams,
    response: emptyResponse,
    status: 204,
    errors: CHANGED,
    ...company,
    summary: 'Cancels a campaign within one message',
  }),
  restart: route({
    id: 'campaigns.restart',
    method: 'POST',
    path: '/campaigns/{id}/restart',
    params: idParams,
    response: emptyResponse,
    status: 204,
    errors: [...CHANGED, ...NAMED],
    ...company,
    summary:
      'Starts a cancelled campaign again at its pace: people who joined since are added, and nobody gets it twice',
  }),
  test: route({
    id: 'campaigns.test',
    method: 'POST',
    path: '/campaigns/{id}/test',
    params: idParams,
    body: z.object({ number: contactNumberInput, variant: orDefault(z.int().min(0).max(4), 0) }),
    response: messageResponse,
    status: 202,
    errors: [...CHANGED, 'ERR_WAPP_NOT_INITIALIZED', 'ERR_SEND_CAP_REACHED', 'ERR_SENDING_WAPP_MSG'],
    ...company,
    rate: 'heavy',
    summary: 'Sends a text of a campaign, with its file, to one number; it counts for nothing',
  }),
  estimate: route({
    id: 'campaigns.estimate',
    method: 'GET',
    path: '/campaigns/{id}/estimate',
    params: idParams,
    response: z.object({
      /** Receivers that would be sent to. */
      receivers: z.int(),
      /** Whether there may be more receivers, because not all tickets were looked at. */
      more: z.boolean(),
      invalid: z.int(),
      /** Of the examined ones: people who opted out, or were blocked. */
      optedOut: z.int(),
      /** Of the examined ones: also receivers of other campaigns that run, are paused or are scheduled. */
      alsoElsewhere: z.int(),
      /** Of the examined ones: people who never wrote to the connection. */
      strangers: z.int(),
      /** How many people were examined for the last three figures, at most 200. */
      examined: z.int(),
      /** Messages of a day over this connection, by its age; null without a cap. */
      capOfDay: z.int().nullable(),
      endsAt: instantSchema.nullable(),
    }),
    errors: ['ERR_NO_CAMPAIGN_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...company,
    rate: 'heavy',
    summary: 'Whom a campaign would reach if it was started now, and when it would end',
  }),
  listReceivers: route({
    id: 'campaigns.listReceivers',
    method: 'GET',
    path: '/campaigns/{id}/receivers',
    params: idParams,
    query: z.strictObject({
      ...pageQuery,
      state: z.enum(RECEIVER_STATES).optional(),
      searchParam: searchInput,
    }),
    response: z.object({
      receivers: z.array(receiverViewSchema),
      /** Count of this page. */
      count: z.int(),
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
    }),
    errors: ['ERR_NO_CAMPAIGN_FOUND', 'ERR_VALIDATION', 'ERR_CURSOR_INVALID', 'ERR_NO_PERMISSION'],
    ...company,
    summary: 'Receivers of a campaign in the order of sending, with what became of each',
  }),
  exportReceivers: route({
    id: 'campaigns.exportReceivers',
    method: 'POST',
    path: '/campaigns/{id}/export',
    params: idParams,
    response: messageResponse,
    status: 202,
    errors: [
      'ERR_NO_CAMPAIGN_FOUND',
      'ERR_VALIDATION',
      'ERR_NO_PERMISSION',
      'ERR_CONFLICT',
      'ERR_RUNNING_LIMIT',
    ],
    ...company,
    rate: 'heavy',
    summary:
      'Has all receivers of a campaign written into a spreadsheet, listed among the exports of contacts',
  }),
  followUp: route({
    id: 'campaigns.followUp',
    method: 'POST',
    path: '/campaigns/{id}/follow-up',
    params: idParams,
    body: z.object({
      name: nameSchema(CAMPAIGN_NAME_MIN, CAMPAIGN_NAME_MAX),
      who: z.enum(['not-answered', 'not-read']),
    }),
    response: campaignViewSchema,
    status: 201,
    errors: CHANGED,
    ...company,
    summary:
      'Makes an inactive copy of a finished or cancelled campaign for those of its receivers who did not answer, or did not read',
  }),
  listSuppressions: route({
    id: 'campaigns.listSuppressions',
    method: 'GET',
    path: '/campaign-suppressions',
    query: z.strictObject({ ...pageQuery, searchParam: searchInput }),
    response: z.object({
      records: z.array(
        z.object({
          number: z.string(),
          reason: z.enum(['opted-out', 'added']),
          campaignId: idSchema.nullable(),
          createdAt: instantSchema,
        }),
      ),
      /** Count of this page. */
      count: z.int(),
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
    }),
    errors: ['ERR_VALIDATION', 'ERR_CURSOR_INVALID', 'ERR_NO_PERMISSION'],
    ...company,
    summary: 'Numbers that no campaign is sent to; searched by the beginning of the number',
  }),
  addSuppression: route({
    id: 'campaigns.addSuppression',
    method: 'POST',
    path: '/campaign-suppressions',
    body: z.object({ number: contactNumberInput }),
    response: messageResponse,
    status: 201,
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...company,
    summary: 'Adds a number that no campaign is sent to; one that opted out keeps its reason',
  }),
  removeSuppression: route({
    id: 'campaigns.removeSuppression',
    method: 'DELETE',
    path: '/campaign-suppressions/{number}',
    params: z.strictObject({ number: contactNumberInput }),
    response: messageResponse,
    errors: ['ERR_NOT_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...company,
    summary: 'Lets campaigns be sent to a number again',
  }),
  listQuality: route({
    id: 'campaigns.listQuality',
    method: 'GET',
    path: '/campaign-quality',
    response: z.array(
      z.object({
        whatsappId: idSchema,
        name: z.string(),
        /** Of the last seven days. */
        sent: z.int(),
        delivered: z.int(),
        read: z.int(),
        answered: z.int(),
        /** Failed sends, and receivers who opted out. */
        rejected: z.int(),
        quality: z.enum(['good', 'slow', 'stop']),
        capOfDay: z.int().nullable(),
        sentToday: z.int(),
      }),
    ),
    errors: ['ERR_NO_PERMISSION'],
    ...company,
    summary: 'What became of the messages of campaigns in the last seven days, for each connection',
  }),
} as const;
