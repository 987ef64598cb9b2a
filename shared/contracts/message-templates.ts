import * as z from 'zod';
import { instantSchema, textSchema } from '../entities/common.ts';
import {
  messageTemplateSchema,
  TEMPLATE_CATEGORIES,
  TEMPLATE_FILE_KINDS,
  TEMPLATE_STATUSES,
} from '../entities/message-template.ts';
import { booleanQuery, emptyResponse, idInput, pageQuery, searchInput, textOrEmpty } from './fields.ts';
import { route } from './route.ts';

export const TEMPLATES_PER_PAGE = 40;
/** Meta's limits of characters and counts of the parts of a template. */
export const TEMPLATE_LIMITS = {
  name: 512,
  header: 60,
  body: 1024,
  footer: 60,
  buttons: 10,
  buttonText: 25,
  url: 2000,
  number: 20,
  example: 200,
} as const;
/** Longest value of a variable. */
export const TEMPLATE_VALUE_MAX = 1024;
const VALUES_MAX = 50;

export const messageTemplateViewSchema = messageTemplateSchema.omit({
  companyId: true,
  businessId: true,
  newsAt: true,
});
export type MessageTemplateView = z.infer<typeof messageTemplateViewSchema>;

const text = (max: number) => textSchema().trim().max(max);
const idOfProvider = z.string().regex(/^\d{1,40}$/);

const templateButtonInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reply'), text: text(TEMPLATE_LIMITS.buttonText).min(1) }),
  z.object({
    kind: z.literal('url'),
    text: text(TEMPLATE_LIMITS.buttonText).min(1),
    url: text(TEMPLATE_LIMITS.url).regex(/^https?:\/\/\S+$/),
  }),
  z.object({
    kind: z.literal('call'),
    text: text(TEMPLATE_LIMITS.buttonText).min(1),
    number: text(TEMPLATE_LIMITS.number).regex(/^\+?\d+$/),
  }),
  z.object({ kind: z.literal('copy'), text: text(TEMPLATE_LIMITS.buttonText) }),
]);

const exampleInput = text(TEMPLATE_LIMITS.example);

/** The parts of a template that a user writes. */
export const templateInput = z.object({
  category: z.enum(TEMPLATE_CATEGORIES),
  /** A file is an example, which only Meta's reviewers see: a key from `POST /media/uploads`. No place. */
  header: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('text'), text: text(TEMPLATE_LIMITS.header).min(1) }),
    z.object({ kind: z.enum(TEMPLATE_FILE_KINDS), mediaKey: z.string().min(1).max(300) }),
  ]),
  body: text(TEMPLATE_LIMITS.body).min(1),
  footer: textOrEmpty(text(TEMPLATE_LIMITS.footer)).default(''),
  buttons: z.array(templateButtonInput).max(TEMPLATE_LIMITS.buttons).default([]),
  examples: z
    .object({
      header: exampleInput.default(''),
      /** By the name of the variable. */
      body: z.record(z.string().max(60), exampleInput).default({}),
      /** By the button's index. */
      buttons: z.record(z.string().max(2), exampleInput).default({}),
    })
    .default({ header: '', body: {}, buttons: {} }),
});

/** A template with the values of its variables, as callers name it. */
export const chosenTemplateInput = z.object({
  name: z.string().min(1).max(TEMPLATE_LIMITS.name),
  language: z.string().min(2).max(20),
  values: z
    .object({
      header: textSchema().max(TEMPLATE_VALUE_MAX).default(''),
      /** By the name of the variable: `{"1": "Maria"}`. */
      body: z.record(z.string().max(60), textSchema().max(TEMPLATE_VALUE_MAX)).default({}),
      /** By the button's index: `{"0": "ABC123"}`. */
      buttons: z.record(z.string().max(2), z.string().max(TEMPLATE_LIMITS.url)).default({}),
    })
    .refine(({ body }) => Object.keys(body).length <= VALUES_MAX, { error: 'too many values' })
    .default({ header: '', body: {}, buttons: {} }),
});
export type ChosenTemplate = z.infer<typeof chosenTemplateInput>;

const company = { plan: null, tenancy: 'company', expiry: 'enforced', rate: 'standard' } as const;
const refusals = ['ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_NO_WAPP_FOUND'] as const;
const providerErrors = [
  'ERR_LINK_TOKEN_REFUSED',
  'ERR_LINK_FAILED',
  'ERR_TEMPLATE_REFUSED',
  'ERR_TEMPLATE_STATE',
] as const;
/** Errors of a header's file, and of an installation without the app to which Meta uploads it. */
const sampleErrors = [
  'ERR_MEDIA_MISSING',
  'ERR_MEDIA_EMPTY',
  'ERR_MEDIA_TYPE',
  'ERR_FILESIZE_OVER_LIMIT',
  'ERR_LINK_NOT_SET_UP',
] as const;
/** The connection whose business has the templates. */
const whatsappId = idInput;

/** Routes for templates of a channel that needs them; on other channels ERR_NO_WAPP_FOUND. */
export const messageTemplateRoutes = {
  list: route({
    id: 'messageTemplates.list',
    method: 'GET',
    path: '/message-templates',
    query: z.strictObject({
      whatsappId,
      cursor: pageQuery.cursor,
      /** The beginning of the name. */
      searchParam: searchInput,
      status: z.enum(TEMPLATE_STATUSES).optional(),
    }),
    response: z.object({
      templates: z.array(messageTemplateViewSchema),
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
      /** When they were last read from the provider; null if never. */
      syncedAt: instantSchema.nullable(),
    }),
    errors: [...refusals, 'ERR_CURSOR_INVALID'],
    permission: 'authenticated',
    ...company,
    summary: `The message templates of a connection's business by name and language, ${TEMPLATES_PER_PAGE} on a page`,
  }),
  sync: route({
    id: 'messageTemplates.sync',
    method: 'POST',
    path: '/message-templates/sync',
    body: z.object({ whatsappId }),
    response: z.object({ count: z.int(), syncedAt: instantSchema }),
    errors: [...refusals, ...providerErrors],
    permission: 'authenticated',
    ...company,
    summary: 'Reads the templates from the provider, and removes those that it no longer has',
  }),
  create: route({
    id: 'messageTemplates.create',
    method: 'POST',
    path: '/message-templates',
    body: templateInput.extend({
      whatsappId,
      name: z
        .string()
        .regex(/^[a-z0-9_]+$/)
        .max(TEMPLATE_LIMITS.name),
      language: z.string().regex(/^[a-z]{2,3}(_[A-Z]{2})?$/),
    }),
    response: messageTemplateViewSchema,
    errors: [...refusals, ...providerErrors, ...sampleErrors],
    permission: 'connections:manage',
    ...company,
    summary: 'Submits a template to the provider, which reviews it',
  }),
  update: route({
    id: 'messageTemplates.update',
    method: 'PUT',
    path: '/message-templates/{templateId}',
    params: z.strictObject({ templateId: idOfProvider }),
    body: templateInput.extend({ whatsappId }),
    response: messageTemplateViewSchema,
    errors: [...refusals, ...providerErrors, ...sampleErrors, 'ERR_NO_TEMPLATE_FOUND'],
    permission: 'connections:manage',
    ...company,
    summary:
      'Replaces the parts of a template, which is reviewed again; Meta takes one edit of an approved template a day, and ten in 30 days',
  }),
  remove: route({
    id: 'messageTemplates.remove',
    method: 'DELETE',
    path: '/message-templates/{templateId}',
    params: z.strictObject({ templateId: idOfProvider }),
    query: z.strictObject({
      whatsappId,
      /** Also the templates of the same name in other languages. */
      everyLanguage: booleanQuery.default(false),
    }),
    response: emptyResponse,
    errors: [...refusals, ...providerErrors, 'ERR_NO_TEMPLATE_FOUND'],
    permission: 'connections:manage',
    ...company,
    summary: 'Deletes a template at the provider; the name of an approved one cannot be used for 30 days',
  }),
} as const;
