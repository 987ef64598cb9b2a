import type { TagRef } from '@prosa/shared/entities/tag.ts';
import type { CompanyId } from '../platform/auth/company-id.ts';
import { systemClock } from '../platform/clock.ts';
import { commit, WriteConflict, type WriteItem } from '../platform/table/commit.ts';
import { Tag } from '../platform/table/entities/companies.ts';
import { contactOrder, TaggedContact } from '../platform/table/entities/contacts.ts';
import { openTable, type Table } from '../platform/table/table.ts';
import { addTaggedItem } from '../platform/table/updates.ts';
import { loadContact } from '../repositories/contacts/contacts.ts';
import type { ChangeOf } from './read-changes.ts';

type ContactChange = ChangeOf<'contact'>;

/** Maximum of rows, in addition to the count, of a transaction's hundred items. */
const ROWS_PER_COMMIT = 90;

const tagsOf = ({ before, between, after }: ContactChange): TagRef[] =>
  [before, ...between, after].flatMap((contact) => contact?.tags ?? []);

/** Whether the contact's tags or their names changed, or the contact was renamed or merged. */
export const changesTags = (change: ContactChange): boolean =>
  tagsOf(change).length > 0 &&
  (change.between.length > 0 ||
    change.before?.mergedInto !== change.after?.mergedInto ||
    change.before?.name !== change.after?.name ||
    change.before?.number !== change.after?.number ||
    JSON.stringify(change.before?.tags ?? []) !== JSON.stringify(change.after?.tags ?? []));

/** A write of a tag's contact row, and the change of the tag's count. */
interface Step {
  tagId: number;
  item: WriteItem;
  by: -1 | 0 | 1;
}

/** Returns the writes that bring a contact's tag rows up to date with its current row. Two reads. */
const stepsFor = async (
  table: Table,
  companyId: CompanyId,
  contactId: number,
  mentioned: readonly TagRef[],
  nowMs: number,
): Promise<Step[]> => {
  const current = await loadContact(table, contactId);
  // A contact that was merged into another has no tags any more.
  const contact = current?.id === contactId ? current : undefined;
  const wanted = new Map((contact?.tags ?? []).map((tag) => [tag.id, tag]));
  const tagIds = [...new Set([...mentioned.map(({ id }) => id), ...wanted.keys()])];
  const rows = await table.getMany(
    TaggedContact,
    tagIds.map((id) => ({ tag: { id }, contactId })),
    { consistent: true },
  );
  return tagIds.flatMap((tagId, at): Step[] => {
    const row = rows[at];
    const tag = wanted.get(tagId);
    if (contact === undefined || tag === undefined)
      return row === undefined
        ? []
        : [
            {
              tagId,
              item: table.delete(TaggedContact, { tag: { id: tagId }, contactId }, row.version),
              by: -1,
            },
          ];
    const fields = { companyId, contactId, tag, normalizedName: contactOrder(contact) };
    if (row === undefined) return [{ tagId, item: table.put(TaggedContact, fields, 'absent', nowMs), by: 1 }];
    const isSame =
      row.normalizedName === fields.normalizedName &&
      row.tag.name === tag.name &&
      row.tag.color === tag.color;
    return isSame ? [] : [{ tagId, item: table.put(TaggedContact, fields, row.version, nowMs), by: 0 }];
  });
};

/** Commits the rows of one tag together with its count; a removed tag has no count. */
const commitSteps = async (
  table: Table,
  tagId: number,
  steps: readonly Step[],
  nowMs: number,
): Promise<void> => {
  const items = steps.map(({ item }) => item);
  const by = steps.reduce((sum, step) => sum + step.by, 0);
  try {
    await commit(by === 0 ? items : [...items, addTaggedItem(table, tagId, by, nowMs)]);
  } catch (error) {
    const isGone = error instanceof WriteConflict && error.failed.every(({ entity }) => entity === Tag.name);
    if (!isGone) throw error;
    await commit(items);
  }
};

/**
 * Keeps the contacts of each tag listed and counted. The row of a tag and a contact is also the marker of its count:
 * both are written in one transaction, so a repeated change counts nothing. After a failure the stream retries.
 */
export const indexTaggedContacts = async (all: readonly ContactChange[]): Promise<void> => {
  const nowMs = systemClock.now();
  for (const [companyId, ofCompany] of Map.groupBy(all, (change) => change.companyId)) {
    const table = openTable(companyId);
    const byContact = Map.groupBy(
      ofCompany,
      ({ before, after, between }) => (after ?? before ?? between[0])?.id ?? 0,
    );
    const steps: Step[] = [];
    for (const [contactId, changes] of byContact)
      steps.push(...(await stepsFor(table, companyId, contactId, changes.flatMap(tagsOf), nowMs)));
    for (const [tagId, ofTag] of Map.groupBy(steps, (step) => step.tagId))
      for (let start = 0; start < ofTag.length; start += ROWS_PER_COMMIT)
        await commitSteps(table, tagId, ofTag.slice(start, start + ROWS_PER_COMMIT), nowMs);
  }
};
