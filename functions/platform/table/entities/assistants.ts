import {
  assistantCallSchema,
  assistantHealthSchema,
  assistantSchema,
  assistantUsageSchema,
  directoryAssistantSchema,
} from '@prosa/shared/entities/assistant.ts';
import { assistantCorrectionSchema } from '@prosa/shared/entities/assistant-knowledge.ts';
import { CALLS_KEPT_DAYS } from '@prosa/shared/entities/service-call.ts';
import { afterInstant, DAY_S, defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

export const Assistant = defineEntity({
  name: 'assistant',
  schema: assistantSchema,
  scope: 'tenant',
  secrets: ['apiKey', 'voiceKey'],
  key: keys.assistant,
});
/**
 * The brief form of an assistant. It lies in the directory, so that its changes raise the directory's version.
 * `assistantItems` writes it with the full row.
 */
export const DirectoryAssistant = defineEntity({
  name: 'directoryAssistant',
  schema: directoryAssistantSchema,
  scope: 'tenant',
  key: keys.directoryAssistant,
});
export const AssistantUsage = defineEntity({
  name: 'assistantUsage',
  schema: assistantUsageSchema,
  scope: 'tenant',
  key: keys.assistantUsage,
});
/** Exists only since the first failed call of an assistant's provider. */
export const AssistantHealth = defineEntity({
  name: 'assistantHealth',
  schema: assistantHealthSchema,
  scope: 'tenant',
  key: keys.assistantHealth,
});
export const AssistantCall = defineEntity({
  name: 'assistantCall',
  schema: assistantCallSchema,
  scope: 'tenant',
  key: keys.assistantCall,
  expiresAt: ({ at }) => afterInstant(at, CALLS_KEPT_DAYS * DAY_S),
});
export const AssistantCorrection = defineEntity({
  name: 'assistantCorrection',
  schema: assistantCorrectionSchema,
  scope: 'tenant',
  key: keys.assistantCorrection,
});
