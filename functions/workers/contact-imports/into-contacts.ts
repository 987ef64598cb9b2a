import type { ImportStep } from '@prosa/shared/entities/contact-import.ts';
import type { TagRef } from '@prosa/shared/entities/tag.ts';
import { TAG_DEFAULT_COLOR } from '@prosa/shared/entities/tag.ts';
import { uniqueName } from '@prosa/shared/rules/comparable-value.ts';
import type { PlannedRow } from '@prosa/shared/rules/plan-import.ts';
import { NUMBERS_CHANNEL } from '../../channels/channels.ts';
import { commitDecision, decideOn } from '../../conversations/act.ts';
import { type Actor, asSystem } from '../../conversations/actor.ts';
import { tagRefOf } from '../../conversations/follow-tag.ts';
import { emptyScene } from '../../conversations/scene.ts';
import { canonicalIdentity } from '../../domain/contacts/canonical-identity.ts';
import { newContactTurn } from '../../domain/turns/contact-turns.ts';
import { mergeTurns } from '../../domain/turns/turn.ts';
import { requireDirectory } from '../../platform/directory.ts';
import { ContactAlias } from '../../platform/table/entities/contacts.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { type ImportRow, stepItem } from '../../repositories/contacts/contact-files.ts';
import { ensureTag } from '../../repositories/organisation/tags.ts';
import { orDoneStep, refusedRows } from './import-step.ts';
import type { ImportTarget } from './import-target.ts';
import type { WorkPorts } from './read-upload.ts';

/**
 * A small part of a transaction's hundred items, so that other companies' writes wait behind small transactions only.
 */
const ROWS_PER_STEP = 20;

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
    const { refused, wanted } = refusedRows(rows);
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
    return orDoneStep(table, done, async () => {
      const decision = await decideOn(emptyScene(job.actor), { ids, nowMs }, () => mergeTurns(...turns));
      await commitDecision(decision, [stepItem(table, done, nowMs)]);
    });
  });

/** The company's contacts as the target of an import, with the tags that its rows name. */
export const intoContacts = async (
  ports: WorkPorts,
  row: ImportRow,
  planned: readonly PlannedRow[],
): Promise<ImportTarget> => {
  const { companyId } = ports.table;
  if (companyId === null) throw new Error('an import belongs to a company');
  const directory = await requireDirectory(companyId);
  const job: Job = {
    ...ports,
    row,
    tags: await ensureTags(ports, row, planned),
    actor: asSystem(directory),
    acceptAudioMessage: directory.settings.acceptAudioMessageContact,
  };
  return {
    rowsPerStep: ROWS_PER_STEP,
    runStep: (step, rows) => runStep(job, step, rows),
    lastItems: () => [],
  };
};
