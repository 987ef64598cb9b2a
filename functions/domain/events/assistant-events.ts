import type { Assistant } from '@prosa/shared/entities/assistant.ts';
import type { AssistantCorrection } from '@prosa/shared/entities/assistant-knowledge.ts';
import { presentAssistantRecord } from '../presenters/present-assistant.ts';
import { deliver } from './audience.ts';
import type { Bookkeeping, Change, Delivery, EventContext } from './context.ts';

/** Decides the events of a changed assistant. Only administrators get them, because only they may read assistants. */
export const assistantEvents = (
  { before, after }: Change<Assistant & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  if (before?.version === after?.version) return [];
  const params = { companyId: context.companyId };
  if (after !== undefined) {
    const action = before === undefined ? 'create' : 'update';
    const prompt = presentAssistantRecord(after);
    return [deliver(context, { name: 'prompt', params, data: { action, prompt } }, {})];
  }
  if (before === undefined) return [];
  const data = { action: 'delete', intelligenceId: before.id } as const;
  return [deliver(context, { name: 'prompt', params, data }, {})];
};

/** Decides the events of a changed correction: open lists of the assistant's corrections are fetched again. */
export const correctionEvents = (
  { before, after }: Change<AssistantCorrection & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  const row = after ?? before;
  if (row === undefined || before?.version === after?.version) return [];
  const params = { companyId: context.companyId };
  const data = { action: 'corrections', intelligenceId: row.assistantId } as const;
  return [deliver(context, { name: 'prompt', params, data }, {})];
};
