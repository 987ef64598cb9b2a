import { importedSheetSchema } from '@prosa/shared/contracts/contact-files.ts';
import type { ImportStep } from '@prosa/shared/entities/contact-import.ts';
import type { TagRef } from '@prosa/shared/entities/tag.ts';
import { TAG_DEFAULT_COLOR } from '@prosa/shared/entities/tag.ts';
import { NUMBERS_CHANNEL } from '../../channels/channels.ts';
import { commitDecision, decideOn } from '../../conversations/act.ts';
import { type Actor, asSystem } from '../../conversations/actor.ts';
import { tagRefOf } from '../../conversations/follow-tag.ts';
import { emptyScene } from '../../conversations/scene.ts';
import { uniqueName } from '../../domain/comparable-value.ts';
import { canonicalIdentity } from '../../domain/contacts/canonical-identity.ts';
import { type PlannedRow, planImport } from '../../domain/contacts/plan-import.ts';
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

/** Few, of a transaction's hundred items: what other companies write meanwhile waits behind one that is small. */
const ROWS_PER_STEP = 20;
const PARALLEL = 2;
/** Time that one delivery works, of the function's minute; the rest needs another delivery. */
const WORK_MS = 35_000;
/** Interval between two progress events. */
const PROGRESS_MS = 500;

interface Job extends WorkPorts {
  row: ImportRow;
  tags: ReadonlyMap<string, TagRef>;
  actor: Actor;
  acceptAudioMessage: boolean;
}

/** The tags of all rows, found or made. Two reads for each that is there. */
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
 * Makes contacts of the rows of a step, together with the note that it is done: whichever delivery does it, and however often,
 * each row becomes one contact at most. A number that the company has by now stays whose it is.
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
 * Goes on with an import where its steps end, for as long as one delivery may take. Its row tells how far it is; where another
 * delivery has written that, this one fails, and the steps see to it that nothing is done twice. Rows that are not kept any
 * longer end it with what was made of them so far.
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
