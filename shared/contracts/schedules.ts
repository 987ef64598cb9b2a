import * as z from 'zod';
import { idSchema, instantSchema, textSchema } from '../entities/common.ts';
import { scheduledTemplateSchema } from '../entities/schedule.ts';
import {
  booleanInput,
  flagInput,
  flagSchema,
  idInput,
  idOrNone,
  idParams,
  messageResponse,
  orDefault,
  pageQuery,
  searchInput,
  textOrEmpty,
} from './fields.ts';
import { chosenTemplateInput } from './message-templates.ts';
import { route } from './route.ts';

export const SCHEDULE_BODY_MIN = 5;
/** WhatsApp's limit for a text message. */
export const SCHEDULE_BODY_MAX = 4096;
/** More months than a lifetime has. Keeps the next send within the years that an instant can express. */
const REPEAT_EVERY_MAX = 1000;
const SEND_COUNT_MAX = 1000;

/** The maximum length of a date and time, with fractions of a second and offset. */
export const INSTANT_MAX_CHARS = 40;

/**
 * PENDENTE: still to be sent. ENVIADA: all messages were sent. ERRO: a send failed, and the schedule has to be saved
 * again.
 */
export const scheduleStatusSchema = z.enum(['PENDENTE', 'ENVIADA', 'ERRO']);

const namedSchema = z.object({ id: idSchema, name: z.string() });

export const scheduleViewSchema = z.object({
  id: idSchema,
  /** With a template: the template's text with its values. */
  body: z.string(),
  template: scheduledTemplateSchema.nullable(),
  contactId: idSchema,
  contact: z.object({ id: idSchema, name: z.string(), companyId: idSchema, urlPicture: z.string() }),
  /** Time of the next send; after the last send, the time of that one. */
  sendAt: instantSchema,
  sentAt: instantSchema.nullable(),
  status: scheduleStatusSchema,
  /** Error code of the last send. */
  sendError: z.string(),
  openTicket: flagSchema,
  statusTicket: z.enum(['closed', 'open']),
  ticketUserId: idSchema.nullable(),
  queueId: idSchema.nullable(),
  /** 1 days, 2 weeks, 3 months, 4 minutes. */
  intervalo: z.int(),
  valorIntervalo: z.int(),
  enviarQuantasVezes: z.int(),
  contadorEnvio: z.int(),
  /** On a Saturday or Sunday: 4 sends on that day, 5 on the working day before, 6 on the working day after. */
  tipoDias: z.int(),
  assinar: z.boolean(),
  whatsappId: idSchema.nullable(),
  whatsapp: namedSchema.nullable(),
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  /** The user who wrote it; null: a program did, over the connection `tokenWhatsappId`. */
  userId: idSchema.nullable(),
  user: namedSchema.nullable(),
  tokenWhatsappId: idSchema.nullable(),
  companyId: idSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
  version: z.int(),
});
export type ScheduleView = z.infer<typeof scheduleViewSchema>;

/** The body for saving a schedule, both for creating and for changing it. */
const scheduleBody = z
  .object({
    /** Between 5 and 4096 characters; empty with a template. */
    body: textOrEmpty(textSchema().trim().max(SCHEDULE_BODY_MAX)).default(''),
    /**
     * Instead of a text: an approved template, which is also sent while the reply window is closed. Its values may have
     * placeholders. The picture of its header is the schedule's picture.
     */
    template: chosenTemplateInput.nullable().default(null),
    contactId: idInput,
    /** With offset, or local time in the company's zone. */
    sendAt: z.iso.datetime({ offset: true, local: true }).max(INSTANT_MAX_CHARS),
    openTicket: orDefault(flagInput, false),
    statusTicket: orDefault(z.enum(['closed', 'open']), 'closed'),
    ticketUserId: idOrNone.default(null),
    queueId: idOrNone.default(null),
    intervalo: orDefault(z.literal([1, 2, 3, 4]), 1),
    valorIntervalo: orDefault(z.int().min(0).max(REPEAT_EVERY_MAX), 0),
    enviarQuantasVezes: orDefault(z.int().min(1).max(SEND_COUNT_MAX), 1),
    tipoDias: orDefault(z.literal([4, 5, 6]), 4),
    assinar: orDefault(booleanInput, false),
    whatsappId: idOrNone.default(null),
  })
  .refine(({ enviarQuantasVezes, valorIntervalo }) => enviarQuantasVezes === 1 || valorIntervalo > 0, {
    path: ['valorIntervalo'],
    message: 'Obrigatório',
  })
  .superRefine(({ body, template, assinar }, { addIssue }) => {
    const problem = (path: 'body' | 'template' | 'assinar', message: string) =>
      addIssue({ code: 'custom', path: [path], message });
    if (template === null) {
      if (body === '') problem('body', 'Obrigatório');
      else if (body.length < SCHEDULE_BODY_MIN) problem('body', 'Mensagem muito curta');
      return;
    }
    if (body !== '') problem('template', 'a template has no other text');
    if (assinar) problem('assinar', 'a template has no signature');
  });
export type ScheduleInput = z.infer<typeof scheduleBody>;

const company = {
  permission: 'authenticated',
  plan: 'useSchedules',
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'standard',
} as const;

const NAMED = [
  'ERR_NO_CONTACT_FOUND',
  'ERR_CONTACT_ATTENDED',
  'ERR_CONTACT_BLOCKED',
  'ERR_NO_USER_FOUND',
  'ERR_NO_QUEUE_FOUND',
  'ERR_QUEUE_REQUIRED',
  'ERR_NO_WAPP_FOUND',
  'ERR_NO_PERMISSION',
  'ERR_NO_TEMPLATE_FOUND',
  'ERR_TEMPLATE_STATE',
  'ERR_TEMPLATE_VALUES',
  'ERR_MARKETING_STOPPED',
] as const;

export const scheduleRoutes = {
  list: route({
    id: 'schedules.list',
    method: 'GET',
    path: '/schedules',
    query: z.strictObject({
      ...pageQuery,
      searchParam: searchInput,
      contactId: idInput.optional(),
      userId: idInput.optional(),
      dateFrom: instantSchema.optional().describe('Only those that go at this instant or later'),
      dateTo: instantSchema.optional().describe('Only those that go before this instant'),
    }),
    response: z.object({
      schedules: z.array(scheduleViewSchema),
      count: z.int(),
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
    }),
    errors: ['ERR_VALIDATION', 'ERR_CURSOR_INVALID'],
    ...company,
    summary: 'Scheduled messages in the order in which they go; searched by text and contact',
  }),
  get: route({
    id: 'schedules.get',
    method: 'GET',
    path: '/schedules/{id}',
    params: idParams,
    response: scheduleViewSchema,
    errors: ['ERR_NO_SCHEDULE_FOUND', 'ERR_VALIDATION'],
    ...company,
    summary: 'A scheduled message',
  }),
  create: route({
    id: 'schedules.create',
    method: 'POST',
    path: '/schedules',
    body: scheduleBody,
    response: scheduleViewSchema,
    status: 201,
    errors: [...NAMED, 'ERR_VALIDATION', 'ERR_CREATION_LIMIT'],
    ...company,
    summary:
      'Schedules a message; a time that is past sends it within a minute. The caller must be allowed to open its ticket and to see the one that the contact has; both are asked again when it goes',
  }),
  update: route({
    id: 'schedules.update',
    method: 'PUT',
    path: '/schedules/{id}',
    params: idParams,
    body: scheduleBody,
    response: scheduleViewSchema,
    errors: [...NAMED, 'ERR_NO_SCHEDULE_FOUND', 'ERR_SCHEDULE_SENT', 'ERR_VALIDATION', 'ERR_CONFLICT'],
    ...company,
    summary:
      'Changes a scheduled message that has not gone, and sends one that failed again: for its writer, the user its ticket is for, and administrators',
  }),
  remove: route({
    id: 'schedules.remove',
    method: 'DELETE',
    path: '/schedules/{id}',
    params: idParams,
    response: messageResponse,
    errors: ['ERR_NO_SCHEDULE_FOUND', 'ERR_NO_PERMISSION', 'ERR_VALIDATION', 'ERR_CONFLICT'],
    ...company,
    summary: 'Takes a scheduled message back, or its entry off the calendar',
  }),
  setMedia: route({
    id: 'schedules.setMedia',
    method: 'POST',
    path: '/schedules/{id}/media-upload',
    params: idParams,
    /** The file is sent as multipart. */
    body: z.object({ typeArch: z.literal('schedule').optional() }),
    multipart: 'file',
    response: scheduleViewSchema,
    errors: [
      'ERR_NO_SCHEDULE_FOUND',
      'ERR_NO_PERMISSION',
      'ERR_SCHEDULE_SENT',
      'ERR_MEDIA_EMPTY',
      'ERR_MEDIA_TYPE',
      'ERR_FILESIZE_OVER_LIMIT',
      'ERR_PAYLOAD_TOO_LARGE',
      'ERR_VALIDATION',
      'ERR_CONFLICT',
    ],
    ...company,
    summary: 'Gives a scheduled message a picture (PNG or JPEG)',
  }),
  removeMedia: route({
    id: 'schedules.removeMedia',
    method: 'DELETE',
    path: '/schedules/{id}/media-upload',
    params: idParams,
    response: scheduleViewSchema,
    errors: [
      'ERR_NO_SCHEDULE_FOUND',
      'ERR_NO_PERMISSION',
      'ERR_SCHEDULE_SENT',
      'ERR_VALIDATION',
      'ERR_CONFLICT',
    ],
    ...company,
    summary: "Takes a scheduled message's picture away",
  }),
} as const;
