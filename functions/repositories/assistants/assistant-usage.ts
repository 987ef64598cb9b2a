import type { Assistant } from '@prosa/shared/entities/assistant.ts';
import { commit, WriteConflict, type WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { AssistantUsage } from '../../platform/table/entities/assistants.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';
import { addToAssistantItem } from '../../platform/table/updates.ts';

export type UsageRow = Row<typeof AssistantUsage>;

/** Returns what an assistant used in a month (`2026-11`); undefined if nothing. One consistent read. */
export const loadUsage = (table: Table, assistantId: number, month: string): Promise<UsageRow | undefined> =>
  table.get(AssistantUsage, { assistantId, month }, { consistent: true });

/** Returns what the assistants of a company used in a month, by their id. One consistent query. */
export const loadUsages = async (table: Table, month: string): Promise<Map<number, UsageRow>> => {
  const raw = await table.queryAll(keys.assistantUsage({ assistantId: 0, month }).pk, { consistent: true });
  const rows = raw.map((row) => parseRow(AssistantUsage, row));
  return new Map(rows.map((row) => [row.assistantId, row]));
};

/** The tokens that one answer of an assistant takes from its month. */
export interface Budget {
  /**
   * Reserves the most that a request to a service can cost, before the request: simultaneous ones cannot exceed the
   * month together. What an earlier request left over is used first. One write, and none without a limit.
   * @returns false if the month has not enough left; then nothing is reserved
   */
  reserve(tokens: number, nowMs: number): Promise<boolean>;
  /** Notes what a request cost. */
  spend(tokens: number): void;
  /**
   * Returns the write that gives back what was reserved and not spent, or adds what was spent without a limit. Commit
   * it once, after the last request. What a killed process reserved stays counted, because its service may have
   * charged for it.
   * @param answers how many answers of the month these requests were
   */
  settlement(answers: number, nowMs: number): WriteItem[];
}

/** Opens the budget of an assistant in a month (`2026-11`) for one answer. Reads nothing. */
export const openBudget = (
  table: Table,
  { id: assistantId, monthlyTokens }: Pick<Assistant, 'id' | 'monthlyTokens'>,
  month: string,
): Budget => {
  const row = { assistantId, month };
  let reserved = 0;
  let spent = 0;
  return {
    reserve: async (tokens, nowMs) => {
      const more = spent + tokens - reserved;
      if (monthlyTokens === 0 || more <= 0) return true;
      if (more > monthlyTokens) return false;
      try {
        await commit([addToAssistantItem(table, row, { tokens: more, answers: 0 }, nowMs, monthlyTokens)]);
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error;
        return false;
      }
      reserved += more;
      return true;
    },
    spend: (tokens) => {
      spent += tokens;
    },
    settlement: (answers, nowMs) =>
      spent === reserved && answers === 0
        ? []
        : [addToAssistantItem(table, row, { tokens: spent - reserved, answers }, nowMs)],
  };
};
