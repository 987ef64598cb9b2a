import type { ImportStep } from '@prosa/shared/entities/contact-import.ts';
import type { ContactListItem } from '@prosa/shared/entities/contact-list.ts';
import type { PlannedRow } from '@prosa/shared/rules/plan-import.ts';
import { commit, WriteConflict } from '../../platform/table/commit.ts';
import { ContactList } from '../../platform/table/entities/contact-lists.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { type ImportRow, stepItem } from '../../repositories/contacts/contact-files.ts';
import { checkNumbersSoonItems } from '../../repositories/contacts/contact-list-checks.ts';
import {
  contactListItemWrites,
  ownersOfListedNumbers,
} from '../../repositories/contacts/contact-list-items.ts';
import { orDoneStep, refusedRows } from './import-step.ts';
import { type ImportTarget, TargetGone } from './import-target.ts';
import type { WorkPorts } from './read-upload.ts';

/** Two writes each, beside the marker of the step and the counts of the list. */
const ROWS_PER_STEP = 40;

type ListImport = ImportRow & { contactListId: number };

/**
 * Adds the rows of a step to a contact list. Each row becomes one item at most, even with repeated deliveries. An item
 * that has the number already stays unchanged. One read for each row, and one transaction.
 * @throws TargetGone if the list was removed
 */
const runStep = (
  { table, clock }: WorkPorts,
  { companyId, id: importId, contactListId, firstContactId }: ListImport,
  step: number,
  rows: readonly PlannedRow[],
): Promise<ImportStep> =>
  retryOnConflict(async () => {
    const { refused, wanted } = refusedRows(rows);
    const owners = await ownersOfListedNumbers(
      table,
      contactListId,
      wanted.map(({ contact }) => contact.number),
    );
    const added = wanted.flatMap(({ at, contact: { name, number, email } }, index): ContactListItem[] => {
      if (owners[index] !== undefined) {
        refused.push({ at, reason: 'existing' });
        return [];
      }
      const id = firstContactId + at;
      const unchecked = { numberState: 'unchecked', checkedAt: null } as const;
      return [{ companyId, contactListId, id, name, number, email, importId, ...unchecked }];
    });
    const done = { companyId, importId, step, rows: rows.length, created: added.length, refused };
    const nowMs = clock.now();
    const changes = added.map((after) => ({ after }));
    try {
      return await orDoneStep(table, done, () =>
        commit([
          ...contactListItemWrites(table, contactListId, changes, nowMs),
          stepItem(table, done, nowMs),
        ]),
      );
    } catch (error) {
      const isGone = error instanceof WriteConflict && error.failedOn(ContactList);
      throw isGone ? new TargetGone('the contact list was removed', { cause: error }) : error;
    }
  });

/** A contact list as the target of an import. Its new numbers are checked when the import has ended. */
export const intoList = (ports: WorkPorts, row: ListImport): ImportTarget => ({
  rowsPerStep: ROWS_PER_STEP,
  runStep: (step, rows) => runStep(ports, row, step, rows),
  lastItems: ({ ids, nowMs }) =>
    checkNumbersSoonItems(ports.table, row.contactListId, { ids, nowMs }, row.firstContactId),
});
