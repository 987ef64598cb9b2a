import { importedSheetSchema } from '@prosa/shared/contracts/contact-files.ts';
import { contactListItemNameInput } from '@prosa/shared/contracts/contact-lists.ts';
import { contactNameInput } from '@prosa/shared/contracts/contacts.ts';
import type { ImportStep } from '@prosa/shared/entities/contact-import.ts';
import { planImport } from '@prosa/shared/rules/plan-import.ts';
import { getObject } from '../../platform/blob/blob.ts';
import { outboxItem } from '../../platform/queue/outbox-item.ts';
import { commit } from '../../platform/table/commit.ts';
import { ContactImport } from '../../platform/table/entities/contact-files.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import {
  contactWork,
  type ImportRow,
  importedRowsKey,
  importItem,
  loadSteps,
} from '../../repositories/contacts/contact-files.ts';
import { finishImport } from './finish-import.ts';
import { TargetGone } from './import-target.ts';
import { intoContacts } from './into-contacts.ts';
import { intoList } from './into-list.ts';
import { mayGoOn } from './may-go-on.ts';
import type { WorkPorts } from './read-upload.ts';

const PARALLEL = 2;
/** Working time of one delivery, of the function's minute; the rest needs another delivery. */
const WORK_MS = 35_000;
/** Interval between two progress events. */
const PROGRESS_MS = 500;

const totalsOf = (steps: Iterable<ImportStep>) => {
  const totals = { processed: 0, created: 0, existing: 0, ignored: 0 };
  for (const { rows, created, refused } of steps) {
    const existing = refused.filter(({ reason }) => reason === 'existing').length;
    totals.processed += rows;
    totals.created += created;
    totals.existing += existing;
    totals.ignored += refused.length - existing;
  }
  return totals;
};

/** Ends an import before its last row. The contacts that it has made stay. */
const endEarly = async (
  { table, clock }: WorkPorts,
  row: ImportRow,
  problem: 'expired' | 'not-allowed',
  steps: Iterable<ImportStep>,
): Promise<void> => {
  const ended = { ...row, ...totalsOf(steps), state: 'invalid', problem } as const;
  await commit([importItem(table, row, ended, clock.now())]);
};

/**
 * Continues an import after its last completed step, for as long as one delivery may take. The import's row holds the
 * progress. If another delivery wrote the progress meanwhile, this one fails, and the steps prevent duplicates. If
 * the file of rows has expired, the contact list was removed, or the user may not import any more, the import ends; the
 * contacts that it has made stay.
 */
export const importRows = async (ports: WorkPorts, found: ImportRow): Promise<void> => {
  const { table, ids, clock } = ports;
  const { mapping, ranges, contactListId } = found;
  const untilMs = clock.now() + WORK_MS;
  if (mapping === null) throw new Error('an import without its columns');
  const steps = new Map((await loadSteps(table, found.id)).map((step) => [step.step, step]));
  if (!(await mayGoOn(ports, found))) return endEarly(ports, found, 'not-allowed', steps.values());
  const bytes = await getObject(importedRowsKey(found));
  if (bytes === undefined) return endEarly(ports, found, 'expired', steps.values());
  const sheet = importedSheetSchema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  const nameInput = contactListId === null ? contactNameInput : contactListItemNameInput;
  const planned = planImport(sheet.rows, mapping, ranges, nameInput);
  const target =
    contactListId === null
      ? await intoContacts(ports, found, planned)
      : intoList(ports, { ...found, contactListId });
  const { rowsPerStep } = target;
  const open = Array.from({ length: Math.ceil(planned.length / rowsPerStep) }, (_none, step) => step).filter(
    (step) => !steps.has(step),
  );
  let row = found;
  let toldMs = clock.now();
  for (let start = 0; start < open.length; start += PARALLEL) {
    if (start > 0 && !(await mayGoOn(ports, row))) return endEarly(ports, row, 'not-allowed', steps.values());
    const nowMs = clock.now();
    const isOver = nowMs >= untilMs;
    if (isOver || nowMs - toldMs >= PROGRESS_MS) {
      const item = importItem(table, row, { ...row, ...totalsOf(steps.values()) }, nowMs);
      const rest = outboxItem(table, contactWork('contact-imports', found), { ids, nowMs });
      await commit([item, ...(isOver ? [rest] : [])]);
      if (isOver) return;
      row = parseRow(ContactImport, item.item);
      toldMs = nowMs;
    }
    const done = await Promise.allSettled(
      open
        .slice(start, start + PARALLEL)
        .map((step) => target.runStep(step, planned.slice(step * rowsPerStep, (step + 1) * rowsPerStep))),
    );
    for (const outcome of done)
      if (outcome.status === 'fulfilled') steps.set(outcome.value.step, outcome.value);
    const failure = done.find((outcome) => outcome.status === 'rejected');
    if (failure?.reason instanceof TargetGone) return endEarly(ports, row, 'expired', steps.values());
    if (failure !== undefined) throw failure.reason;
  }
  const outcome = { sheet, steps: [...steps.values()], totals: totalsOf(steps.values()) };
  await finishImport(ports, row, outcome, target.lastItems);
};
