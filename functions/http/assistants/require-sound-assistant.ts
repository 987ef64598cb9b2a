import { type AssistantInput, assistantProblems } from '@prosa/shared/rules/assistant-problems.ts';
import { presentAssistantRecord } from '../../domain/presenters/present-assistant.ts';
import type { Table } from '../../platform/table/table.ts';
import type { AssistantRow } from '../../repositories/assistants/assistants.ts';
import { requireQueues } from '../../repositories/rows/require-entities.ts';
import { mayCall, refuseProblems } from '../integrations/require-sound-integration.ts';

/**
 * Requires that an assistant has what it needs, and that its queues exist.
 * @param before the stored assistant; undefined for a new one
 * @throws AppError ERR_VALIDATION, ERR_NO_QUEUE_FOUND
 */
export const requireSoundAssistant = async (
  table: Table,
  input: AssistantInput,
  before: AssistantRow | undefined,
): Promise<void> => {
  refuseProblems(assistantProblems(input, { mayCall, before: before && presentAssistantRecord(before) }));
  await requireQueues(table, [...new Set([input.queueId, ...input.queueIds])]);
};
