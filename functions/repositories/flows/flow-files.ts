import type { FlowFileRow } from '@prosa/shared/entities/flow.ts';
import type { Ids } from '../../platform/ids.ts';
import { commit, WriteConflict, type WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { FlowFile } from '../../platform/table/entities/flows.ts';
import { keys } from '../../platform/table/keys.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { Table } from '../../platform/table/table.ts';
import { FILE_REMOVAL_AFTER_MS, setTimerItem } from '../../platform/timers/set-timer.ts';

export type FileRow = Row<typeof FlowFile>;

/** Time to save a flow with a file that was uploaded for it. */
const UNUSED_FILE_MS = 24 * 60 * 60 * 1000;
/** The rows of a file itself have this flow. */
const NO_FLOW = 0;
/** Names as {@link newFlowFileItems} gets them; others, which a request may contain, name no file. */
const FILE_NAME = /^[\w-]{1,40}(\.\w{1,10})?$/;

/** Uses of files that one transaction adds or removes: two rows each. */
const USES_PER_TRANSACTION = 40;

const removalItem = (
  table: Table,
  { key, name }: Pick<FlowFileRow, 'key' | 'name'>,
  dueAt: number,
  ports: { ids: Ids; nowMs: number },
): WriteItem =>
  setTimerItem(table, { kind: 'file-removal', subject: key, dueAt, data: { flowFile: name } }, ports);

/** Returns the writes of an uploaded file, which is removed after a day unless a flow uses it. */
export const newFlowFileItems = (
  table: Table,
  file: Omit<FlowFileRow, 'flowId'>,
  ports: { ids: Ids; nowMs: number },
): WriteItem[] => [
  table.put(FlowFile, { ...file, flowId: NO_FLOW }, 'absent', ports.nowMs),
  removalItem(table, file, ports.nowMs + UNUSED_FILE_MS, ports),
];

const readFiles = async (
  table: Table,
  flowId: number,
  names: readonly string[],
): Promise<Map<string, FileRow>> => {
  const wanted = names.filter((name) => FILE_NAME.test(name)).map((name) => ({ name, flowId }));
  if (wanted.length === 0) return new Map();
  const rows = await table.getMany(FlowFile, wanted, { consistent: true });
  return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.name, row] as const])));
};

/**
 * Returns which of these files a flow uses, by name. One consistent batch read of a unit for each; nothing without
 * names.
 */
export const loadFlowFiles = (
  table: Table,
  flowId: number,
  names: readonly string[],
): Promise<Map<string, FileRow>> => readFiles(table, flowId, names);

/**
 * Makes a flow use files, so that they are kept as long as it. Names of no file are left out. One consistent batch read
 * of what it uses already; two reads and two writes for each of the others.
 * @returns the files, by name
 */
export const useFlowFiles = async (
  table: Table,
  flowId: number,
  names: readonly string[],
  nowMs: number,
): Promise<Map<string, FileRow>> => {
  const used = await readFiles(table, flowId, names);
  const others = names.filter((name) => !used.has(name));
  if (others.length === 0) return used;
  return retryOnConflict(async () => {
    const files = [...(await readFiles(table, NO_FLOW, others)).values()];
    for (let start = 0; start < files.length; start += USES_PER_TRANSACTION)
      await commit(
        files.slice(start, start + USES_PER_TRANSACTION).flatMap((file) => [
          // Its version rises, so that a removal that has just found it unused fails.
          table.put(FlowFile, file, file.version, nowMs),
          table.put(FlowFile, { ...file, flowId }, 'any', nowMs),
        ]),
      );
    return new Map([...used, ...files.map((file) => [file.name, file] as const)]);
  });
};

/**
 * Removes the row of a file that no flow uses. May be repeated.
 * @returns false if a flow uses it
 */
export const forgetFlowFile = (table: Table, name: string): Promise<boolean> =>
  retryOnConflict(async () => {
    const { pk } = keys.flowFile({ name, flowId: NO_FLOW });
    const { rows } = await table.query(FlowFile, { pk, limit: 2, consistent: true });
    if (rows.some(({ flowId }) => flowId !== NO_FLOW)) return false;
    const [file] = rows;
    if (file !== undefined) await commit([table.delete(FlowFile, file, file.version)]);
    return true;
  });

/**
 * Ends the use of files by a removed flow, a part of them at a time; files that no other flow uses are deleted a little
 * later. May be repeated.
 * @returns whether it used none any more
 */
export const releaseFlowFiles = async (
  table: Table,
  flowId: number,
  ports: { ids: Ids; nowMs: number },
): Promise<boolean> => {
  const { pk } = keys.flowFileOfFlow({ name: '', flowId });
  const { rows } = await table.query(FlowFile, { index: 'g1', pk, limit: USES_PER_TRANSACTION });
  try {
    await commit(
      rows.flatMap((file) => [
        table.delete(FlowFile, file, 'exists'),
        removalItem(table, file, ports.nowMs + FILE_REMOVAL_AFTER_MS, ports),
      ]),
    );
  } catch (error) {
    // The index still lists a use that an earlier run has ended.
    if (!(error instanceof WriteConflict)) throw error;
    return false;
  }
  return rows.length === 0;
};
