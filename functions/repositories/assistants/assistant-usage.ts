import type { WriteItem } from '../../platform/table/commit.ts';
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

/** Returns the write that adds an answer and its tokens to the use of a month. Simultaneous ones add up. */
export const usageItem = (
  table: Table,
  row: { assistantId: number; month: string },
  tokens: number,
  nowMs: number,
): WriteItem =>
  addToAssistantItem(
    table,
    row,
    new Map([
      ['tokens', tokens],
      ['answers', 1],
    ]),
    nowMs,
  );
