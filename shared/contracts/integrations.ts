import * as z from 'zod';
import { instantSchema, nameSchema, textSchema } from '../entities/common.ts';
import {
  INTEGRATION_LANGUAGES,
  INTEGRATION_TYPES,
  integrationCallSchema,
  integrationSchema,
} from '../entities/integration.ts';
import { CALLS_KEPT_DAYS } from '../entities/service-call.ts';
import { emptyResponse, idOrNone, idParams, orDefault, pageNumberInput } from './fields.ts';
import { route } from './route.ts';
import { CALLS_PER_PAGE, callPage, callParams, callsQuery } from './service-calls.ts';

export const INTEGRATIONS_MAX = 50;
export const INTEGRATION_NAME_CHARS = { min: 2, max: 50 } as const;
/** A key file of Google has about 2,400. */
export const CREDENTIALS_MAX_CHARS = 10_000;
const URL_MAX_CHARS = 2048;
const WORD_MAX_CHARS = 50;
const TEXT_MAX_CHARS = 1000;
const MAX_DELAY_MS = 10_000;
const MAX_EXPIRY_MINUTES = 10_080;

export const integrationViewSchema = integrationSchema
  .omit({ signingSecret: true, credentials: true })
  .extend({
    /** Always '': the key file is never shown again. */
    jsonContent: z.literal(''),
    /** The e-mail of the service account; '' without one. */
    credentialsHint: z.string(),
    /** The last four characters of the secret that signs the calls; '' without one. */
    signingSecretLast4: z.string(),
    /** Set while no call is made, because its host does not answer. */
    pausedUntil: instantSchema.nullable(),
    updatedAt: instantSchema,
    version: z.int(),
  });
export type IntegrationView = z.infer<typeof integrationViewSchema>;
/** An integration in events: without its pause, which changes apart from it. */
export const integrationRecordSchema = integrationViewSchema.omit({ pausedUntil: true });
export type IntegrationRecord = z.infer<typeof integrationRecordSchema>;

const integrationCallViewSchema = integrationCallSchema.omit({
  companyId: true,
  request: true,
  answer: true,
});

const shortText = (max: number) => orDefault(textSchema().trim().max(max), '');

/** Forms of older clients send '' for types without a language. */
const languageInput = orDefault(
  z.enum([...INTEGRATION_LANGUAGES, '']).transform((language) => language || 'pt-BR'),
  'pt-BR',
);

const writable = {
  name: nameSchema(INTEGRATION_NAME_CHARS.min, INTEGRATION_NAME_CHARS.max),
  type: z.enum(INTEGRATION_TYPES),
  urlN8N: shortText(URL_MAX_CHARS),
  projectName: shortText(100),
  /** '' keeps the stored key file. */
  jsonContent: shortText(CREDENTIALS_MAX_CHARS),
  language: languageInput,
  typebotSlug: shortText(200),
  typebotExpires: orDefault(z.coerce.number().int().min(0).max(MAX_EXPIRY_MINUTES), 1),
  typebotDelayMessage: orDefault(z.coerce.number().int().min(0).max(MAX_DELAY_MS), 1000),
  typebotKeywordFinish: shortText(WORD_MAX_CHARS),
  typebotKeywordRestart: shortText(WORD_MAX_CHARS),
  typebotRestartMessage: shortText(TEXT_MAX_CHARS),
  typebotUnknownMessage: shortText(TEXT_MAX_CHARS),
  flowId: idOrNone.default(null),
};

const manage = {
  permission: 'admin',
  plan: 'useIntegrations',
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'standard',
} as const;
const refusals = ['ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_PLAN_FEATURE'] as const;

/** Result of a test: what the service answered, or why it did not. */
const testResult = z.object({
  ok: z.boolean(),
  status: z.int().nullable(),
  failure: z.string(),
  answer: z.string(),
});

export const integrationRoutes = {
  list: route({
    id: 'integrations.list',
    method: 'GET',
    path: '/queueIntegration',
    query: z.strictObject({
      searchParam: z.string().max(200).optional(),
      pageNumber: pageNumberInput.optional().describe('All are on page 1; later pages are empty'),
    }),
    response: z.object({
      queueIntegrations: z.array(integrationViewSchema),
      count: z.int(),
      hasMore: z.boolean(),
    }),
    errors: refusals,
    ...manage,
    summary: `The company's integrations by name; at most ${INTEGRATIONS_MAX}, all on the first page`,
  }),
  get: route({
    id: 'integrations.get',
    method: 'GET',
    path: '/queueIntegration/{id}',
    params: idParams,
    response: integrationViewSchema,
    errors: [...refusals, 'ERR_NO_INTEGRATION_FOUND'],
    ...manage,
    summary: 'An integration',
  }),
  create: route({
    id: 'integrations.create',
    method: 'POST',
    path: '/queueIntegration',
    body: z.object(writable),
    response: integrationViewSchema,
    status: 201,
    errors: [...refusals, 'ERR_INTEGRATION_LIMIT', 'ERR_NO_FLOW_FOUND', 'ERR_CONFLICT'],
    ...manage,
    summary: `Adds an integration, one of at most ${INTEGRATIONS_MAX}`,
  }),
  update: route({
    id: 'integrations.update',
    method: 'PUT',
    path: '/queueIntegration/{id}',
    params: idParams,
    body: z.object({ ...writable, version: z.int().optional() }),
    response: integrationViewSchema,
    errors: [...refusals, 'ERR_NO_INTEGRATION_FOUND', 'ERR_NO_FLOW_FOUND', 'ERR_CONFLICT'],
    ...manage,
    summary: 'Changes an integration; its type stays',
  }),
  remove: route({
    id: 'integrations.remove',
    method: 'DELETE',
    path: '/queueIntegration/{id}',
    params: idParams,
    response: emptyResponse,
    errors: [...refusals, 'ERR_NO_INTEGRATION_FOUND', 'ERR_INTEGRATION_IN_USE', 'ERR_CONFLICT'],
    ...manage,
    summary: 'Removes an integration that no queue, option or connection uses',
  }),
  rotateSecret: route({
    id: 'integrations.rotateSecret',
    method: 'POST',
    path: '/queueIntegration/{id}/secret',
    params: idParams,
    response: integrationViewSchema.extend({ secret: z.string() }),
    errors: [...refusals, 'ERR_NO_INTEGRATION_FOUND', 'ERR_CONFLICT'],
    ...manage,
    summary:
      'A new secret (`whsec_…`), shown this once: from then on it signs the calls of an n8n or webhook integration, as Standard Webhooks describes',
  }),
  testSession: route({
    id: 'integrations.testSession',
    method: 'POST',
    path: '/queueIntegration/testSession',
    body: z.object({
      /** The integration whose stored key file is tried if `jsonContent` is ''. */
      id: idOrNone.default(null),
      type: orDefault(z.enum(INTEGRATION_TYPES), 'dialogflow'),
      projectName: writable.projectName,
      jsonContent: writable.jsonContent,
      language: writable.language,
      urlN8N: writable.urlN8N,
      typebotSlug: writable.typebotSlug,
    }),
    response: testResult,
    errors: [...refusals, 'ERR_NO_INTEGRATION_FOUND'],
    ...manage,
    summary: 'Asks the service once, with a text that says that it is a test',
  }),
  calls: route({
    id: 'integrations.calls',
    method: 'GET',
    path: '/queueIntegration/{id}/calls',
    params: idParams,
    query: callsQuery,
    response: callPage(integrationCallViewSchema),
    errors: [...refusals, 'ERR_NO_INTEGRATION_FOUND', 'ERR_CURSOR_INVALID'],
    ...manage,
    summary: `The calls of an integration, the newest first, ${CALLS_PER_PAGE} on a page; kept for ${CALLS_KEPT_DAYS} days`,
  }),
  call: route({
    id: 'integrations.call',
    method: 'GET',
    path: '/queueIntegration/{id}/calls/{callId}',
    params: callParams,
    response: integrationCallViewSchema.extend({ request: z.string(), answer: z.string() }),
    errors: [...refusals, 'ERR_NO_INTEGRATION_FOUND', 'ERR_NO_CALL_FOUND'],
    ...manage,
    summary: 'A call with its request and the first part of its response',
  }),
  repeat: route({
    id: 'integrations.repeat',
    method: 'POST',
    path: '/queueIntegration/{id}/calls/{callId}/repeat',
    params: callParams,
    response: testResult,
    errors: [...refusals, 'ERR_NO_INTEGRATION_FOUND', 'ERR_NO_CALL_FOUND'],
    ...manage,
    summary: 'Sends the request of a call again, to read the response. The customer gets nothing',
  }),
} as const;
