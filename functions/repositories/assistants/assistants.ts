import {
  type Assistant as AssistantFields,
  directoryAssistantSchema,
} from '@prosa/shared/entities/assistant.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { Assistant, AssistantHealth, DirectoryAssistant } from '../../platform/table/entities/assistants.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';

export type AssistantRow = Row<typeof Assistant>;

/** Returns an assistant. One consistent read. */
export const loadAssistant = (table: Table, id: number): Promise<AssistantRow | undefined> =>
  table.get(Assistant, { id }, { consistent: true });

/** Returns the assistants of a company by id. One consistent query: a unit for every 4 kB. */
export const listAssistants = async (table: Table): Promise<AssistantRow[]> =>
  (await table.queryAll(keys.assistant({ id: 0 }).pk, { consistent: true })).map((raw) =>
    parseRow(Assistant, raw),
  );

/**
 * Returns the writes that create, change or remove an assistant: its full row and its brief form for the directory. The
 * only way to write assistants. Call `forgetDirectory` after the commit.
 * @param before as read; its version guards the write
 */
export const assistantItems = (
  table: Table,
  before: AssistantRow | undefined,
  after: AssistantFields | undefined,
  nowMs: number,
): WriteItem[] => {
  const id = (after ?? before)?.id;
  if (id === undefined) throw new Error('no assistant');
  if (after === undefined)
    return [
      table.delete(Assistant, { id }, before?.version),
      table.delete(DirectoryAssistant, { id }),
      table.delete(AssistantHealth, { assistantId: id }),
    ];
  return [
    table.put(
      Assistant,
      { ...after, ...(before && { rowCreatedAt: before.rowCreatedAt }) },
      before?.version ?? 'absent',
      nowMs,
    ),
    table.put(DirectoryAssistant, directoryAssistantSchema.parse(after), 'any', nowMs),
  ];
};

export type AssistantName = Row<typeof DirectoryAssistant>;

/** Returns those of these assistants that exist. A consistent batch read of a unit for each; nothing for none. */
export const loadAssistantNames = async (table: Table, ids: Iterable<number>): Promise<AssistantName[]> => {
  const wanted = [...new Set(ids)].map((id) => ({ id }));
  if (wanted.length === 0) return [];
  const found = await table.getMany(DirectoryAssistant, wanted, { consistent: true });
  return found.filter((assistant) => assistant !== undefined);
};

/** Returns the writes that make the transaction of what names these assistants fail if one was removed. */
export const assistantsExistItems = (table: Table, ids: Iterable<number>): WriteItem[] =>
  [...new Set(ids)].map((id) => table.check(Assistant, { id }, 'exists'));

/**
 * Returns the writes by which the transaction of a published flow begins to name assistants: it fails if one was changed
 * or removed meanwhile, and raises the version of the directory, so that a simultaneous removal of one fails.
 */
export const namedItems = (table: Table, assistants: readonly AssistantName[], nowMs: number): WriteItem[] =>
  assistants.map((assistant) => table.put(DirectoryAssistant, assistant, assistant.version, nowMs));
