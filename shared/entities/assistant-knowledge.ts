import * as z from 'zod';
import { idSchema, instantSchema } from './common.ts';

/** What an assistant reads of its company beside its instructions and its corrections, if it is switched on. */
export const KNOWLEDGE_KINDS = ['quickMessages', 'files'] as const;
export const knowledgeKindSchema = z.enum(KNOWLEDGE_KINDS);

/** The right answer to a question, written by a person in place of the answer of an assistant. */
export const assistantCorrectionSchema = z.object({
  companyId: idSchema,
  assistantId: idSchema,
  id: idSchema,
  question: z.string(),
  answer: z.string(),
  createdById: idSchema,
  createdAt: instantSchema,
});
export type AssistantCorrection = z.infer<typeof assistantCorrectionSchema>;

export const SOURCE_TITLE_CHARS = 100;
/** Most sources of one answer. */
export const SOURCES_MAX = 3;

/** An entry of the company's knowledge on which an answer rests. */
export const knowledgeSourceSchema = z.object({
  kind: z.enum(['correction', 'quickMessage', 'fileList']),
  id: idSchema,
  /** The question, the shortcode or the name, cut to {@link SOURCE_TITLE_CHARS}. */
  title: z.string(),
});
export type KnowledgeSource = z.infer<typeof knowledgeSourceSchema>;

/** The assistant that wrote a message, and the sources of the message, the best first; none: only its instructions. */
export const assistedSchema = z.object({
  promptId: idSchema,
  sources: z.array(knowledgeSourceSchema),
});
