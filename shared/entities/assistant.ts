import * as z from 'zod';
import { KNOWLEDGE_KINDS, knowledgeKindSchema } from './assistant-knowledge.ts';
import { idSchema, instantSchema } from './common.ts';
import { serviceCallSchema, serviceHealthSchema } from './service-call.ts';
import { sparse } from './sparse.ts';

/** The value of `voice` for answers in writing. */
export const WRITTEN = 'texto';
/** Neural voices of Azure's speech service for Brazilian Portuguese. */
export const VOICES = [
  'pt-BR-FranciscaNeural',
  'pt-BR-AntonioNeural',
  'pt-BR-BrendaNeural',
  'pt-BR-DonatoNeural',
  'pt-BR-ElzaNeural',
  'pt-BR-FabioNeural',
  'pt-BR-GiovannaNeural',
  'pt-BR-HumbertoNeural',
  'pt-BR-JulioNeural',
  'pt-BR-LeilaNeural',
  'pt-BR-LeticiaNeural',
  'pt-BR-ManuelaNeural',
  'pt-BR-NicolauNeural',
  'pt-BR-ValerioNeural',
  'pt-BR-YaraNeural',
] as const;
const voiceSchema = z.enum([WRITTEN, ...VOICES]);
export type Voice = z.infer<typeof voiceSchema>;

export const DEFAULT_BASE_URL = 'https://api.openai.com/v1';
export const DEFAULT_MODEL = 'gpt-4o-mini';
export const DEFAULT_TRANSCRIPTION_MODEL = 'whisper-1';

/** A secret of the company, encrypted, and its last four characters. */
const sealed = z.object({ sealed: z.string(), hint: z.string() }).nullable();

/** A language model with instructions, which answers customers. The API and its clients call it a prompt. */
export const assistantSchema = z.object({
  companyId: idSchema,
  id: idSchema,
  name: z.string(),
  /** The instructions. */
  prompt: z.string(),
  /** An OpenAI-compatible API, up to and including its version, without a slash at the end. */
  baseUrl: sparse(z.string(), DEFAULT_BASE_URL),
  model: sparse(z.string(), DEFAULT_MODEL),
  apiKey: sealed,
  /** Maximum of tokens of one answer. */
  maxTokens: z.int().positive(),
  temperature: z.number(),
  /** How many messages of the conversation the model gets, the newest. */
  maxMessages: z.int().positive(),
  /** Transcribes voice messages; '' leaves them out. */
  transcriptionModel: sparse(z.string(), DEFAULT_TRANSCRIPTION_MODEL),
  voice: sparse(voiceSchema, WRITTEN),
  /** For a voice: the key and the region of Azure's speech service. */
  voiceKey: sparse(sealed, null),
  voiceRegion: sparse(z.string(), ''),
  /** The queue that gets a conversation when the assistant gives it to people. */
  queueId: idSchema,
  /** Further queues that the assistant may choose instead. */
  queueIds: sparse(z.array(idSchema), []),
  /** Tokens of a calendar month after which it answers no more; 0: no limit. */
  monthlyTokens: sparse(z.int().nonnegative(), 0),
  /** Sent once before the first answer in a ticket; '' for the system's text where the channel demands one. */
  disclosure: sparse(z.string(), ''),
  /** The knowledge of the company that it reads, beside its corrections. */
  knowledge: sparse(z.array(knowledgeKindSchema), [...KNOWLEDGE_KINDS]),
  createdAt: instantSchema,
});
export type Assistant = z.infer<typeof assistantSchema>;

/** What other rows that name an assistant are checked by. */
export const directoryAssistantSchema = assistantSchema.pick({ companyId: true, id: true, name: true });

/** What an assistant used in a calendar month of its company. */
export const assistantUsageSchema = z.object({
  companyId: idSchema,
  assistantId: idSchema,
  /** `YYYY-MM` in the company's time zone. */
  month: z.string(),
  tokens: z.int().nonnegative(),
  answers: z.int().nonnegative(),
});
export type AssistantUsage = z.infer<typeof assistantUsageSchema>;

/** Part of a question that the log keeps, in characters: its newest lines. */
export const CALL_QUESTION_CHARS = 4_000;

/** A call of an assistant's provider, for its log: without the key and the instructions. */
export const assistantCallSchema = serviceCallSchema.extend({
  assistantId: idSchema,
  /** The conversation that the model got, the oldest line first, cut. */
  question: z.array(z.object({ by: z.enum(['customer', 'company']), text: z.string() })),
  /** Tokens that the call used, also without a usable answer. */
  tokens: z.int().nonnegative(),
  /** The queue to which the model gave the conversation; null if it gave it to none. */
  handedTo: idSchema.nullable(),
});
export type AssistantCall = z.infer<typeof assistantCallSchema>;

/** How the provider of an assistant answers. */
export const assistantHealthSchema = serviceHealthSchema.extend({ assistantId: idSchema });
export type AssistantHealth = z.infer<typeof assistantHealthSchema>;
