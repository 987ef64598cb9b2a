import {
  assistantSchema,
  assistantUsageSchema,
  directoryAssistantSchema,
} from '@prosa/shared/entities/assistant.ts';
import { defineEntity } from '../define-entity.ts';
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
