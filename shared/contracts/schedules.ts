import * as z from 'zod';
import { cleanText, idSchema, instantSchema } from '../entities/common.ts';
import {
  booleanInput,
  flagInput,
  flagSchema,
  idInput,
  idParams,
  messageResponse,
  pageQuery,
  searchInput,
} from './fields.ts';
import { route } from './route.ts';

export const SCHEDULE_BODY_MIN = 5;
/** WhatsApp's limit for one text message. */
export const SCHEDULE_BODY_MAX = 4096;
/** More than a lifetime of months; keeps the next send within the years that an instant can be written with. */
const REPEAT_EVERY_MAX = 1000;
const SEND_COUNT_MAX = 1000;

/** Most characters of a date and time, fractions of a second and offset included. */
const INSTANT_MAX_CHARS = 40;

/** PENDENTE: it will go. ENVIADA: all have gone. ERRO: it failed and waits to be saved again. */
export const scheduleStatusSchema = z.enum(['PENDENTE', 'ENVIADA', 'ERRO']);

const namedSchema = z.object({ id: idSchema, name: z.string() });

export const scheduleViewSchema = z.object({
  id: idSchema,
  body: z.string(),
  contactId: idSchema,
  contact: z.object({ id: idSchema, name: z.string(), companyId: idSchema, urlPicture: z.string() }),
  /** When it goes next; once all have gone, when the last one did. */
  sendAt: instantSchema,
  sentAt: instantSchema.nullable(),
  status: scheduleStatusSchema,
  /** Code of why the last send failed. */
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
  /** On a Saturday or Sunday: 4 goes then, 5 the working day before, 6 the one after. */
  tipoDias: z.int(),
  assinar: z.boolean(),
  whatsappId: idSchema.nullable(),
  whatsapp: namedSchema.nullable(),
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  userId: idSchema,
  user: namedSchema.nullable(),
  companyId: idSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
  version: z.int(),
});
export type ScheduleView = z.infer<typeof scheduleViewSchema>;

/** A choice by number, as a number or as a form has it. */
const numberedInput = <const N extends readonly [number, ...number[]]>(numbers: N) =>
  z
    .union([
      z.int(),
      z
        .string()
        .regex(/^\d{1,4}$/)
        .transform(Number),
    ])
    .pipe(z.literal(numbers));
const countInput = (min: number, max: number) =>
  z
    .union([
      z.int(),
      z
        .string()
        .regex(/^\d{1,5}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(min).max(max));

const noneOrId = z.union([idInput.nullable(), z.literal('').transform(() => null)]);

/** What a schedule is saved with; the same to make one and to change one. */
const scheduleBody = z
  .strictObject({
    body: z
      .string()
      .max(SCHEDULE_BODY_MAX * 4)
      .transform(cleanText)
      .pipe(
        z
          .string()
          .min(1, { message: 'Obrigatório', abort: true })
          .min(SCHEDULE_BODY_MIN, 'Mensagem muito curta')
          .max(SCHEDULE_BODY_MAX),
      ),
    contactId: idInput,
    /** With offset, or local time in the company's zone. */
    sendAt: z.iso.datetime({ offset: true, local: true }).max(INSTANT_MAX_CHARS),
    openTicket: flagInput.default(false),
    statusTicket: z.enum(['closed', 'open']).default('closed'),
    ticketUserId: noneOrId.default(null),
    queueId: noneOrId.default(null),
    intervalo: numberedInput([1, 2, 3, 4]).default(1),
    valorIntervalo: countInput(0, REPEAT_EVERY_MAX).default(0),
    enviarQuantasVezes: countInput(1, SEND_COUNT_MAX).default(1),
    tipoDias: numberedInput([4, 5, 6]).default(4),
    assinar: booleanInput.default(false),
    whatsappId: noneOrId.default(null),
  })
  .refine(({ enviarQuantasVezes, valorIntervalo }) => enviarQuantasVezes === 1 || valorIntervalo > 0, {
    path: ['valorIntervalo'],
    message: 'Obrigatório',
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
  'ERR_NO_USER_FOUND',
  'ERR_NO_QUEUE_FOUND',
  'ERR_QUEUE_REQUIRED',
  'ERR_NO_WAPP_FOUND',
  'ERR_NO_PERMISSION',
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
    /** The file comes as multipart. */
    body: z.strictObject({ typeArch: z.literal('schedule').optional() }),
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
