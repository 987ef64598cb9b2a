import { externalRoutes } from '@prosa/shared/contracts/external.ts';
import { fullPathOf, type RouteShape } from '@prosa/shared/contracts/route.ts';
import { ERROR_CATALOGUE, type ErrorCode } from '@prosa/shared/errors.ts';
import type { ExampleRequest } from './examples/example-request.ts';

/** The fields that the page explains, by call. A path in an object is written with `_`: `template_name`. */
const FIELDS = {
  text: [
    'number',
    'body',
    'userId',
    'queueId',
    'sendSignature',
    'closeTicket',
    'noRegister',
    'sendAt',
    'whatsappId',
    'quotedMsg',
    'msdelay',
  ],
  file: ['number', 'medias', 'body'],
  template: [
    'number',
    'template',
    'template_name',
    'template_language',
    'template_values',
    'template_values_header',
    'template_values_body',
    'template_values_buttons',
  ],
  linkedImage: ['number', 'url', 'caption'],
  checkNumber: ['number'],
  status: ['id'],
  schedule: ['number', 'sendAt', 'body', 'template', 'medias', 'userId', 'queueId', 'closeTicket'],
  scheduleStatus: ['id'],
  cancelSchedule: ['id'],
} as const;
/** The fields of responses that the page explains; other calls that send respond as the first. */
const ANSWERS = {
  text: ['status', 'messages', 'scheduleId'],
  file: [],
  template: [],
  linkedImage: [],
  checkNumber: ['existsInWhatsapp', 'number', 'numberFormatted'],
  status: ['id', 'state', 'ack', 'error', 'wid', 'sentAt', 'changedAt'],
  schedule: [],
  scheduleStatus: ['id', 'state', 'sendAt', 'sentAt', 'error', 'messageId'],
  cancelSchedule: ['status'],
} as const;
export type CallName = keyof typeof FIELDS;
export type FieldName = (typeof FIELDS)[CallName][number];
export type AnswerName = (typeof ANSWERS)[CallName][number];

/** Values of the examples. */
export interface Sample {
  /** Address of the installation, without a slash at its end. */
  origin: string;
  token: string;
  text: string;
  /** The value of a template's variable. */
  name: string;
  /** Public https address of an image. */
  imageUrl: string;
  /** Epoch milliseconds. */
  nowMs: number;
}

/** A call of the external API as the page explains it. */
export interface DocumentedCall {
  name: CallName;
  row: RouteShape;
  fields: readonly FieldName[];
  answers: readonly AnswerName[];
  /** Whether its ids and states belong to a schedule, not to a message. */
  isOfSchedule?: boolean;
  example: (sample: Sample) => ExampleRequest;
}

/** Returns the name of a field's text. */
export const fieldText = (
  { isOfSchedule = false }: DocumentedCall,
  field: FieldName,
): FieldName | 'id_schedule' => (isOfSchedule && field === 'id' ? 'id_schedule' : field);

/** Texts of the fields that schedules share with messages. */
const SCHEDULE_ANSWERS = {
  id: 'id_schedule',
  status: 'status_schedule',
  state: 'state_schedule',
  sentAt: 'sentAt_schedule',
} as const;
type SharedAnswer = keyof typeof SCHEDULE_ANSWERS;
const isShared = (name: AnswerName): name is SharedAnswer => Object.hasOwn(SCHEDULE_ANSWERS, name);

/** Returns the name of the text of a response's field. */
export const answerText = (
  { isOfSchedule = false }: DocumentedCall,
  name: AnswerName,
): AnswerName | (typeof SCHEDULE_ANSWERS)[SharedAnswer] =>
  isOfSchedule && isShared(name) ? SCHEDULE_ANSWERS[name] : name;

const NUMBER = '5511988887777';
const EXAMPLE_FILE = {
  field: externalRoutes.sendMessage.multipart,
  name: 'invoice.pdf',
  mimeType: 'application/pdf',
};
/** Replaced by the id that a send returned. */
const EXAMPLE_MESSAGE_ID = 'MESSAGE_ID';
/** Replaced by the id of a schedule. */
export const EXAMPLE_SCHEDULE_ID = 'SCHEDULE_ID';
/** How far ahead the example schedules. */
const EXAMPLE_AHEAD_MS = 24 * 60 * 60 * 1000;

const requestOf = (
  row: RouteShape,
  { origin, token }: Sample,
  body: ExampleRequest['body'],
  key?: string,
  id = EXAMPLE_MESSAGE_ID,
): ExampleRequest => ({
  method: row.method === 'GET' || row.method === 'DELETE' ? row.method : 'POST',
  url: `${origin}${fullPathOf(row).replace('{id}', id)}`,
  headers: {
    Authorization: `Bearer ${token}`,
    ...(key === undefined ? {} : { 'Idempotency-Key': key }),
  },
  body,
});

const { sendMessage, sendLinkedImage, checkNumber, messageStatus, scheduleStatus, cancelSchedule } =
  externalRoutes;

/** The calls of the external API in the order of the page. */
export const DOCUMENTED_CALLS: readonly DocumentedCall[] = [
  {
    name: 'text',
    row: sendMessage,
    fields: FIELDS.text,
    answers: ANSWERS.text,
    example: (sample) =>
      requestOf(sendMessage, sample, { json: { number: NUMBER, body: sample.text } }, 'order-1042'),
  },
  {
    name: 'file',
    row: sendMessage,
    fields: FIELDS.file,
    answers: ANSWERS.file,
    example: (sample) =>
      requestOf(
        sendMessage,
        sample,
        { fields: { number: NUMBER, body: sample.text }, file: EXAMPLE_FILE },
        'invoice-1042',
      ),
  },
  {
    name: 'template',
    row: sendMessage,
    fields: FIELDS.template,
    answers: ANSWERS.template,
    example: (sample) =>
      requestOf(
        sendMessage,
        sample,
        {
          json: {
            number: NUMBER,
            template: { name: 'order_update', language: 'pt_BR', values: { body: { '1': sample.name } } },
          },
        },
        'reminder-1042',
      ),
  },
  {
    name: 'linkedImage',
    row: sendLinkedImage,
    fields: FIELDS.linkedImage,
    answers: ANSWERS.linkedImage,
    example: (sample) =>
      requestOf(
        sendLinkedImage,
        sample,
        { json: { number: NUMBER, url: sample.imageUrl, caption: sample.text } },
        'photo-1042',
      ),
  },
  {
    name: 'checkNumber',
    row: checkNumber,
    fields: FIELDS.checkNumber,
    answers: ANSWERS.checkNumber,
    example: (sample) => requestOf(checkNumber, sample, { json: { number: NUMBER } }),
  },
  {
    name: 'status',
    row: messageStatus,
    fields: FIELDS.status,
    answers: ANSWERS.status,
    example: (sample) => requestOf(messageStatus, sample, null),
  },
  {
    name: 'schedule',
    row: sendMessage,
    fields: FIELDS.schedule,
    answers: ANSWERS.schedule,
    example: (sample) =>
      requestOf(
        sendMessage,
        sample,
        {
          json: {
            number: NUMBER,
            body: sample.text,
            sendAt: new Date(sample.nowMs + EXAMPLE_AHEAD_MS).toISOString(),
          },
        },
        'tomorrow-1042',
      ),
  },
  {
    name: 'scheduleStatus',
    row: scheduleStatus,
    fields: FIELDS.scheduleStatus,
    answers: ANSWERS.scheduleStatus,
    isOfSchedule: true,
    example: (sample) => requestOf(scheduleStatus, sample, null, undefined, EXAMPLE_SCHEDULE_ID),
  },
  {
    name: 'cancelSchedule',
    row: cancelSchedule,
    fields: FIELDS.cancelSchedule,
    answers: ANSWERS.cancelSchedule,
    isOfSchedule: true,
    example: (sample) => requestOf(cancelSchedule, sample, null, undefined, EXAMPLE_SCHEDULE_ID),
  },
];

/** Errors that any call can get besides those of its route. */
const COMMON_ERRORS = [
  'ERR_UNAUTHENTICATED',
  'ERR_NO_PERMISSION',
  'ERR_PLAN_FEATURE',
  'ERR_SUBSCRIPTION_EXPIRED',
  'ERR_TOO_MANY_REQUESTS',
  'ERR_PAYLOAD_TOO_LARGE',
  'ERR_INTERNAL',
  'ERR_UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

/** An error of the external API. */
export interface DocumentedError {
  code: ErrorCode;
  status: number;
  /** Whether the same request may succeed later. */
  isRetried: boolean;
}

const isRetried = (code: ErrorCode, status: number): boolean =>
  status === 429 || status >= 500 || code === 'ERR_CONFLICT';

/** All errors of the external API, by status and code. */
export const DOCUMENTED_ERRORS: readonly DocumentedError[] = [
  ...new Set<ErrorCode>([
    ...COMMON_ERRORS,
    ...Object.values(externalRoutes).flatMap(({ errors }): readonly ErrorCode[] => errors),
  ]),
]
  .map((code) => {
    const { status } = ERROR_CATALOGUE[code];
    return { code, status, isRetried: isRetried(code, status) };
  })
  .toSorted((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1));
