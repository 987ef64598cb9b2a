import type { ImportStep } from '@prosa/shared/entities/contact-import.ts';
import type { PlannedRow } from '@prosa/shared/rules/plan-import.ts';
import { WriteConflict } from '../../platform/table/commit.ts';
import { ImportStep as ImportStepEntity } from '../../platform/table/entities/contact-files.ts';
import type { Table } from '../../platform/table/table.ts';

/** Returns the rows of a step that are refused, and those to import. */
export const refusedRows = (rows: readonly PlannedRow[]) => {
  const refused: ImportStep['refused'] = rows.flatMap((row) =>
    'refusal' in row ? [{ at: row.at, reason: row.refusal }] : [],
  );
  return { refused, wanted: rows.flatMap((row) => ('contact' in row ? [row] : [])) };
};

/** Commits a step, and returns it. If another delivery did it first, returns what that one did. */
export const orDoneStep = async (
  table: Table,
  done: ImportStep,
  commitStep: () => Promise<void>,
): Promise<ImportStep> => {
  try {
    await commitStep();
    return done;
  } catch (error) {
    const isDone = error instanceof WriteConflict && error.failedOn(ImportStepEntity);
    const { importId, step } = done;
    const other = isDone
      ? await table.get(ImportStepEntity, { importId, step }, { consistent: true })
      : undefined;
    if (other === undefined) throw error;
    return other;
  }
};
