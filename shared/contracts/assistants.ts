import * as z from 'zod';
import {
  assistantSchema,
  assistantUsageSchema,
  DEFAULT_BASE_URL,
  DEFAULT_MODEL,
  DEFAULT_TRANSCRIPTION_MODEL,
  WRITTEN,
} from '../entities/assistant.ts';
import {
  KNOWLEDGE_KINDS,
  knowledgeKindSchema,
  knowledgeSourceSchema,
} from '../entities/assistant-knowledge.ts';
import { idSchema, instantSchema, nameSchema, textSchema } from '../entities/common.ts';
import { idInput, idOrNone, idParams, orDefault, pageNumberInput } from './fields.ts';
import { route } from './route.ts';

export const ASSISTANTS_MAX = 50;
export const ASSISTANT_NAME_CHARS = { min: 5, max: 100 } as const;
export const PROMPT_CHARS = { min: 50, max: 20_000 } as const;
export const DISCLOSURE_CHARS = 1000;
export const KEY_CHARS = 300;
/** A question of a test. */
export const QUESTION_CHARS = 2000;
export const ASSISTANT_QUEUES_MAX = 20;
const URL_MAX_CHARS = 2048;
const MODEL_CHARS = 100;
/** Azure's regions are short lower-case words, such as `brazilsouth`. */
const REGION = /^[a-z0-9]{0,40}$/;

export const assistantRecordSchema = assistantSchema.omit({ apiKey: true, voiceKey: true }).extend({
  /** Always '': keys are never shown again. */
  apiKey: z.literal(''),
  /** The last four characters of the key; '' without one. */
  apiKeyLast4: z.string(),
  voiceKey: z.literal(''),
  voiceKeyLast4: z.string(),
  updatedAt: instantSchema,
  version: z.int(),
});
/** An assistant in events: without its queue, its usage and its pause, which change apart from it. */
export type AssistantRecord = z.infer<typeof assistantRecordSchema>;

export const assistantViewSchema = assistantRecordSchema.extend({
  queue: z.object({ id: idSchema, name: z.string(), color: z.string() }).nullable(),
  /** Use in the current month. */
  usage: assistantUsageSchema.pick({ month: true, tokens: true, answers: true }),
  /** Set while no call is made, because its provider does not answer. */
  pausedUntil: instantSchema.nullable(),
});
export type AssistantView = z.infer<typeof assistantViewSchema>;

const shortText = (max: number, byDefault = '') => orDefault(textSchema().trim().max(max), byDefault);

const writable = {
  name: nameSchema(ASSISTANT_NAME_CHARS.min, ASSISTANT_NAME_CHARS.max),
  prompt: textSchema().trim().min(PROMPT_CHARS.min).max(PROMPT_CHARS.max),
  baseUrl: shortText(URL_MAX_CHARS, DEFAULT_BASE_URL),
  model: shortText(MODEL_CHARS, DEFAULT_MODEL),
  /** '' keeps the stored key. */
  apiKey: shortText(KEY_CHARS),
  maxTokens: orDefault(z.coerce.number().int().min(10).max(4000), 100),
  temperature: orDefault(z.coerce.number().min(0).max(2), 1),
  maxMessages: orDefault(z.coerce.number().int().min(1).max(50), 10),
  transcriptionModel: shortText(MODEL_CHARS, DEFAULT_TRANSCRIPTION_MODEL),
  voice: orDefault(assistantSchema.shape.voice, WRITTEN),
  /** '' keeps the stored key. */
  voiceKey: shortText(KEY_CHARS),
  voiceRegion: orDefault(z.string().trim().regex(REGION), ''),
  queueId: idInput,
  queueIds: orDefault(z.array(idInput).max(ASSISTANT_QUEUES_MAX), []),
  monthlyTokens: orDefault(z.coerce.number().int().min(0).max(1_000_000_000), 0),
  disclosure: shortText(DISCLOSURE_CHARS),
  knowledge: orDefault(z.array(knowledgeKindSchema).max(KNOWLEDGE_KINDS.length), [...KNOWLEDGE_KINDS]),
};

const manage = {
  permission: 'admin',
  plan: 'useOpenAi',
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'standard',
} as const;
const refusals = ['ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_PLAN_FEATURE'] as const;

export const assistantRoutes = {
  list: route({
    id: 'assistants.list',
    method: 'GET',
    path: '/prompt',
    query: z.strictObject({
      searchParam: z.string().max(200).optional(),
      pageNumber: pageNumberInput.optional().describe('All are on page 1; later pages are empty'),
    }),
    response: z.object({ prompts: z.array(assistantViewSchema), count: z.int(), hasMore: z.boolean() }),
    errors: refusals,
    ...manage,
    summary: `The company's assistants by name; at most ${ASSISTANTS_MAX}, all on the first page`,
  }),
  get: route({
    id: 'assistants.get',
    method: 'GET',
    path: '/prompt/{id}',
    params: idParams,
    response: assistantViewSchema,
    errors: [...refusals, 'ERR_NO_ASSISTANT_FOUND'],
    ...manage,
    summary: 'An assistant',
  }),
  create: route({
    id: 'assistants.create',
    method: 'POST',
    path: '/prompt',
    body: z.object(writable),
    response: assistantViewSchema,
    status: 201,
    errors: [...refusals, 'ERR_ASSISTANT_LIMIT', 'ERR_NO_QUEUE_FOUND', 'ERR_CONFLICT'],
    ...manage,
    summary: `Adds an assistant, one of at most ${ASSISTANTS_MAX}`,
  }),
  update: route({
    id: 'assistants.update',
    method: 'PUT',
    path: '/prompt/{id}',
    params: idParams,
    body: z.object({ ...writable, version: z.int().optional() }),
    response: assistantViewSchema,
    errors: [...refusals, 'ERR_NO_ASSISTANT_FOUND', 'ERR_NO_QUEUE_FOUND', 'ERR_CONFLICT'],
    ...manage,
    summary: 'Changes an assistant; with another `baseUrl` or `voiceRegion` its key has to be given again',
  }),
  remove: route({
    id: 'assistants.remove',
    method: 'DELETE',
    path: '/prompt/{id}',
    params: idParams,
    response: z.object({ message: z.string() }),
    errors: [...refusals, 'ERR_NO_ASSISTANT_FOUND', 'ERR_ASSISTANT_IN_USE', 'ERR_CONFLICT'],
    ...manage,
    summary: 'Removes an assistant that no connection and no flow uses',
  }),
  test: route({
    id: 'assistants.test',
    method: 'POST',
    path: '/prompt/test',
    body: z.object({
      ...writable,
      /** The assistant whose stored keys are used if none are given. */
      id: idOrNone.default(null),
      question: textSchema().trim().min(1).max(QUESTION_CHARS),
    }),
    response: z.object({
      ok: z.boolean(),
      /** Why no answer came; '' if one came. */
      failure: z.string(),
      answer: z.string(),
      /** The knowledge on which the answer rests, the best first. */
      sources: z.array(knowledgeSourceSchema),
      /** The queue to which the assistant would give the conversation. */
      queue: z.object({ id: idSchema, name: z.string() }).nullable(),
      tokens: z.int(),
    }),
    errors: [...refusals, 'ERR_NO_ASSISTANT_FOUND', 'ERR_NO_QUEUE_FOUND'],
    ...manage,
    summary: 'Asks an assistant, as it is in the form, one question of a customer; nobody is answered',
  }),
};
