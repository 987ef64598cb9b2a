import { sealAssistantKey } from '@prosa/functions/platform/assistant-secrets.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Assistant } from '@prosa/functions/platform/table/entities/assistants.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import { assistantItems } from '@prosa/functions/repositories/assistants/assistants.ts';
import { type Assistant as AssistantFields, assistantSchema } from '@prosa/shared/entities/assistant.ts';
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
