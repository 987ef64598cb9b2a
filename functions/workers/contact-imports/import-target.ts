import type { ImportStep } from '@prosa/shared/entities/contact-import.ts';
import type { PlannedRow } from '@prosa/shared/rules/plan-import.ts';
import type { Ids } from '../../platform/ids.ts';
import type { WriteItem } from '../../platform/table/commit.ts';

/** Where the rows of an import go: the company's contacts, or a contact list. */
export interface ImportTarget {
  rowsPerStep: number;
  /**
   * Imports the rows of a step, together with the marker that the step is done. Returns what this or an earlier
   * delivery did.
   * @throws TargetGone if nothing can be added any more
   */
  runStep: (step: number, rows: readonly PlannedRow[]) => Promise<ImportStep>;
  /** Returns the writes that end the import. */
  lastItems: (ports: { ids: Ids; nowMs: number }) => readonly WriteItem[];
}

/** Thrown when the target of an import was removed. */
export class TargetGone extends Error {}
