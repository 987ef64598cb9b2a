import { importedSheetSchema } from '@prosa/shared/contracts/contact-files.ts';
import type { ImportStep } from '@prosa/shared/entities/contact-import.ts';
import type { TagRef } from '@prosa/shared/entities/tag.ts';
import { TAG_DEFAULT_COLOR } from '@prosa/shared/entities/tag.ts';
import { uniqueName } from '@prosa/shared/rules/comparable-value.ts';
import { type PlannedRow, planImport } from '@prosa/shared/rules/plan-import.ts';
import { NUMBERS_CHANNEL } from '../../channels/channels.ts';
import { commitDecision, decideOn } from '../../conversations/act.ts';
import { type Actor, asSystem } from '../../conversations/actor.ts';
import { tagRefOf } from '../../conversations/follow-tag.ts';
import { emptyScene } from '../../conversations/scene.ts';
import { canonicalIdentity } from '../../domain/contacts/canonical-identity.ts';
import { newContactTurn } from '../../domain/turns/contact-turns.ts';
import { mergeTurns } from '../../domain/turns/turn.ts';
import { getObject } from '../../platform/blob/blob.ts';
import { requireDirectory } from '../../platform/directory.ts';
import { outboxItem } from '../../platform/queue/outbox-item.ts';
import { commit, WriteConflict } from '../../platform/table/commit.ts';
import {
  ContactImport,
  ImportStep as ImportStepEntity,
} from '../../platform/table/entities/contact-files.ts';
import { ContactAlias } from '../../platform/table/entities/contacts.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import {
  contactWork,
  type ImportRow,
  importedRowsKey,
  importItem,
  loadSteps,
  stepItem,
} from '../../repositories/contacts/contact-files.ts';
import { ensureTag } from '../../repositories/organisation/tags.ts';
import { finishImport } from './finish-import.ts';
import type { WorkPorts } from './read-upload.ts';

/**
 * A small part of a transaction's hundred items, so that other companies' writes wait behind small transactions only.
 */
const ROWS_PER_STEP = 20;
const PARALLEL = 2;
/** Working time of one delivery, of the function's minute; the rest needs another delivery. */
const WORK_MS = 35_000;
/** Interval between two progress events. */
const PROGRESS_MS = 500;

interface Job extends WorkPorts {
  row: ImportRow;
  tags: ReadonlyMap<string, TagRef>;
  actor: Actor;
  acceptAudioMessage: boolean;
}

/** Returns the tags of all rows, found or created. Two reads for each existing tag. */
const ensureTags = async (
  { table, clock }: WorkPorts,
  { companyId, userId }: Pick<ImportRow, 'companyId' | 'userId'>,
  planned: readonly PlannedRow[],
): Promise<Map<string, TagRef>> => {
  const names = new Map<string, string>();
  for (const row of planned)
    for (const name of 'contact' in row ? row.contact.tagNames : [])
      if (!names.has(uniqueName(name))) names.set(uniqueName(name), name);
  const tags = new Map<string, TagRef>();
  for (const [key, name] of names) {
    const wanted = { companyId, name, color: TAG_DEFAULT_COLOR, kanban: false, userId };
    tags.set(key, tagRefOf(await ensureTag(table, wanted, clock.now())));
  }
  return tags;
};

const numberOf = ({ number }: { number: string }) => ({ kind: 'phone' as const, value: number });

/**
 * Creates contacts from the rows of a step, together with the marker that the step is done. Each row becomes one
 * contact at most, even with repeated deliveries. An existing contact with the number stays unchanged.
 */
const runStep = (job: Job, step: number, rows: readonly PlannedRow[]): Promise<ImportStep> =>
  retryOnConflict(async () => {
    const { table, ids, clock, tags } = job;
    const { companyId, id: importId, firstContactId } = job.row;
    const refused: ImportStep['refused'] = rows.flatMap((row) =>
      'refusal' in row ? [{ at: row.at, reason: row.refusal }] : [],
    );
    const wanted = rows.flatMap((row) => ('contact' in row ? [row] : []));
    const aliases = await table.getMany(
      ContactAlias,
      wanted.map(({ contact }) => canonicalIdentity(numberOf(contact))),
      { consistent: true },
    );
    const isKnown = (index: number): boolean => aliases[index] !== undefined;
    refused.push(
      ...wanted
        .filter((_row, index) => isKnown(index))
        .map(({ at }) => ({ at, reason: 'existing' as const })),
    );
    const turns = wanted
      .filter((_row, index) => !isKnown(index))
      .map(({ at, contact: { name, number, email, tagNames } }) =>
        newContactTurn({
          companyId,
          id: firstContactId + at,
          name,
          number,
          email,
          channel: NUMBERS_CHANNEL,
          identities: [numberOf({ number })],
          acceptAudioMessage: job.acceptAudioMessage,
          tags: [...new Set(tagNames.map(uniqueName))].flatMap((key) => tags.get(key) ?? []),
          importId,
        }),
      );
    const done = { companyId, importId, step, rows: rows.length, created: turns.length, refused };
    const nowMs = clock.now();
    try {
      const decision = await decideOn(emptyScene(job.actor), { ids, nowMs }, () => mergeTurns(...turns));
      await commitDecision(decision, [stepItem(table, done, nowMs)]);
      return done;
    } catch (error) {
      const isDone = error instanceof WriteConflict && error.failedOn(ImportStepEntity);
      const other = isDone
        ? await table.get(ImportStepEntity, { importId, step }, { consistent: true })
        : undefined;
      if (other === undefined) throw error;
      return other;
    }
  });

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

/**
 * Continues an import after its last completed step, for as long as one delivery may take. The import's row holds the
 * progress. If another delivery wrote the progress meanwhile, this one fails, and the steps prevent duplicates. If
 * the file of rows has expired, the import ends with the contacts created so far.
 */
export const importRows = async (ports: WorkPorts, found: ImportRow): Promise<void> => {
  const { table, ids, clock } = ports;
  const untilMs = clock.now() + WORK_MS;
  if (found.mapping === null || table.companyId === null) throw new Error('an import without its columns');
  const steps = new Map((await loadSteps(table, found.id)).map((step) => [step.step, step]));
  const bytes = await getObject(importedRowsKey(found));
  if (bytes === undefined) {
    const totals = totalsOf(steps.values());
    const ended = { ...found, ...totals, state: 'invalid', problem: 'expired' } as const;
    await commit([importItem(table, found, ended, clock.now())]);
    return;
  }
  const sheet = importedSheetSchema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  const planned = planImport(sheet.rows, found.mapping, found.ranges);
  const directory = await requireDirectory(table.companyId);
  const job: Job = {
    ...ports,
    row: found,
    tags: await ensureTags(ports, found, planned),
    actor: asSystem(directory),
    acceptAudioMessage: directory.settings.acceptAudioMessageContact,
  };
  const open = Array.from(
    { length: Math.ceil(planned.length / ROWS_PER_STEP) },
    (_none, step) => step,
  ).filter((step) => !steps.has(step));
  let row = found;
  let toldMs = clock.now();
  for (let start = 0; start < open.length; start += PARALLEL) {
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
    const done = await Promise.all(
      open
        .slice(start, start + PARALLEL)
        .map((step) => runStep(job, step, planned.slice(step * ROWS_PER_STEP, (step + 1) * ROWS_PER_STEP))),
    );
    for (const step of done) steps.set(step.step, step);
  }
  await finishImport(ports, row, { sheet, steps: [...steps.values()], totals: totalsOf(steps.values()) });
};
