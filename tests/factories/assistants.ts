import { sealAssistantKey } from '@prosa/functions/platform/assistant-secrets.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import {
  Assistant,
  AssistantCorrection as AssistantCorrectionEntity,
} from '@prosa/functions/platform/table/entities/assistants.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import { callItem } from '@prosa/functions/repositories/assistants/assistant-calls.ts';
import { assistantItems } from '@prosa/functions/repositories/assistants/assistants.ts';
import { correctionItem } from '@prosa/functions/repositories/assistants/corrections.ts';
import {
  type AssistantCall,
  type Assistant as AssistantFields,
  assistantSchema,
} from '@prosa/shared/entities/assistant.ts';
import type { AssistantCorrection } from '@prosa/shared/entities/assistant-knowledge.ts';
import type { TestCompany } from './company.ts';

/** The key of a stored assistant. */
export const ASSISTANT_KEY = 'chave-do-modelo-0123456789';
export const INSTRUCTIONS = 'Você atende clientes de uma padaria. Responda em uma frase, com gentileza.';

/**
 * Stores an assistant. By default at an address that is refused, so that a question fails at once.
 * @returns its id
 */
export const plantAssistant = async (
  { table, id: companyId }: Pick<TestCompany, 'table' | 'id'>,
  fields: Partial<AssistantFields> = {},
  nowMs = Date.now(),
): Promise<number> => {
  const id = await nextId(table, Assistant);
  const sealed = await sealAssistantKey(companyId, id, 'apiKey', ASSISTANT_KEY);
  const assistant = assistantSchema.parse({
    name: 'Atendente',
    prompt: INSTRUCTIONS,
    baseUrl: 'https://127.0.0.1:9/v1',
    apiKey: { sealed, hint: ASSISTANT_KEY.slice(-4) },
    maxTokens: 100,
    temperature: 1,
    maxMessages: 10,
    queueId: 1,
    createdAt: toInstant(nowMs),
    ...fields,
    companyId,
    id,
  });
  await commit(assistantItems(table, undefined, assistant, nowMs));
  forgetDirectory(companyId);
  return id;
};

/** Stores a call of an assistant, which its provider answered. @returns its id */
export const plantAssistantCall = async (
  { table, id: companyId }: Pick<TestCompany, 'table' | 'id'>,
  assistantId: number,
  fields: Partial<AssistantCall> = {},
  nowMs = Date.now(),
): Promise<string> => {
  const call: AssistantCall = {
    id: `01m8ba94660001sh84sd${assistantId}`,
    ticketId: null,
    at: toInstant(nowMs),
    durationMs: 900,
    question: [{ by: 'customer', text: 'Bom dia' }],
    status: 200,
    failure: '',
    answer: 'Bom dia!',
    tokens: 40,
    handedTo: null,
    ...fields,
    companyId,
    assistantId,
  };
  await commit([callItem(table, call, nowMs)]);
  return call.id;
};

/** Stores a correction of an assistant. @returns its id */
export const plantCorrection = async (
  { table, id: companyId }: Pick<TestCompany, 'table' | 'id'>,
  assistantId: number,
  fields: Partial<AssistantCorrection> = {},
  nowMs = Date.now(),
): Promise<number> => {
  const id = await nextId(table, AssistantCorrectionEntity);
  const correction: AssistantCorrection = {
    question: 'Vocês abrem no sábado?',
    answer: 'Sim, até as 18h.',
    createdById: 1,
    createdAt: toInstant(nowMs),
    ...fields,
    companyId,
    assistantId,
    id,
  };
  await commit([correctionItem(table, undefined, correction, nowMs)]);
  return id;
};
