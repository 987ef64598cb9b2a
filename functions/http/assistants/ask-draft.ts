import { setTimeout as pause } from 'node:timers/promises';
import type { assistantRoutes } from '@prosa/shared/contracts/assistants.ts';
import type { BodyOf, ResponseOf } from '@prosa/shared/contracts/route.ts';
import { apiAddress } from '@prosa/shared/rules/assistant-problems.ts';
import { askAssistant } from '../../assistants/ask-assistant.ts';
import { askWithin } from '../../assistants/ask-within.ts';
import { callRecord } from '../../domain/assistants/call-record.ts';
import { chooseKnowledge, sourcesOf } from '../../domain/assistants/knowledge.ts';
import { type Line, questionOf } from '../../domain/assistants/question.ts';
import { openAssistantKey } from '../../platform/assistant-secrets.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import type { AskOutside } from '../../platform/fetch-outside.ts';
import type { Ids } from '../../platform/ids.ts';
import { commit } from '../../platform/table/commit.ts';
import type { Table } from '../../platform/table/table.ts';
import { callItem } from '../../repositories/assistants/assistant-calls.ts';
import { openBudget } from '../../repositories/assistants/assistant-usage.ts';
import type { AssistantRow } from '../../repositories/assistants/assistants.ts';
import { loadKnowledge } from '../../repositories/assistants/knowledge.ts';
import { monthOf } from './list-assistants.ts';

/** For the requests of a test: with a pause between them, the answer comes before the function's time is over. */
const TEST_MS = 22_000;

/** Returns the key of the request or, without one, the stored one. */
const apiKeyOf = async (given: string, stored: AssistantRow | undefined): Promise<string | undefined> => {
  if (given !== '') return given;
  if (stored === undefined || stored.apiKey === null) return undefined;
  return openAssistantKey(stored.companyId, stored.id, 'apiKey', stored.apiKey.sealed);
};

type Draft = Omit<BodyOf<typeof assistantRoutes.test>, 'id' | 'question'>;

interface Asking {
  ask: AskOutside;
  clock: Clock;
  ids: Ids;
  table: Table;
  principal: Pick<UserPrincipal, 'directory'>;
}

/**
 * Asks the provider about a conversation, with the values of the form. Sends nothing to a customer. A failure of the provider
 * is a result. A stored assistant's month is reserved and settled as for a customer, and its log has the call.
 */
export const askDraft = async (
  { ask, clock, ids, table, principal: { directory } }: Asking,
  draft: Draft,
  stored: AssistantRow | undefined,
  lines: readonly Line[],
): Promise<ResponseOf<typeof assistantRoutes.test>> => {
  const nowMs = clock.now();
  const knowledge = chooseKnowledge(await loadKnowledge(table, stored?.id, draft), lines);
  const question = questionOf(draft, { lines, knowledge, contactName: '' }, directory, nowMs);
  const apiKey = await apiKeyOf(draft.apiKey, stored);
  const budget = stored && openBudget(table, stored, monthOf(directory, nowMs));
  const outcome = await askAssistant(
    { ask: askWithin(ask, clock, nowMs + TEST_MS), clock, pause, apiKey },
    { ...draft, baseUrl: apiAddress(draft.baseUrl) },
    question,
    budget,
  );
  const { tokens } = outcome;
  if (stored !== undefined && budget !== undefined) {
    const { companyId, id: assistantId } = stored;
    const endMs = clock.now();
    const call = { companyId, assistantId, id: ids.sortable(endMs), ticketId: null, at: toInstant(endMs) };
    await commit([
      callItem(table, { ...call, ...callRecord(question, outcome) }, endMs),
      ...budget.settlement(tokens > 0 ? 1 : 0, endMs),
    ]);
  }
  if ('failure' in outcome)
    return { ok: false, failure: outcome.failure, answer: '', sources: [], queue: null, tokens };
  const queue = question.queues.find((one) => one.id === outcome.handsOver?.queueId) ?? null;
  return {
    ok: true,
    failure: '',
    answer: outcome.text,
    sources: sourcesOf(outcome.text, knowledge),
    queue,
    tokens,
  };
};
