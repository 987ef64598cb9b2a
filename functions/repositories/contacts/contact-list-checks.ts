import type { ContactListCheck as CheckFields } from '@prosa/shared/entities/contact-list.ts';
import { readContactListItemId } from '@prosa/shared/rules/contact-list-item-id.ts';
import type { Ids } from '../../platform/ids.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { ContactListCheck } from '../../platform/table/entities/contact-lists.ts';
import type { Table } from '../../platform/table/table.ts';
import { promptTimerItems } from '../../platform/timers/set-timer.ts';

type CheckRow = Row<typeof ContactListCheck>;

/** Time in which further numbers can join the first batch. */
const GATHER_MS = 1_000;
/** Ids before a new item at which a check begins, because items that were added at the same time share its timer. */
const LOOK_BACK = 200;

/**
 * Returns the writes that have the unchecked numbers of a list checked within seconds, or that let a check that runs
 * go on.
 * @param newId where a check that does not run yet begins: at this new or changed item; from the start when absent.
 * Unchecked numbers before it are checked afterwards
 */
export const checkNumbersSoonItems = (
  table: Table,
  contactListId: number,
  ports: { ids: Ids; nowMs: number },
  newId?: number,
): WriteItem[] => {
  const isFar = newId !== undefined && readContactListItemId(newId).n > LOOK_BACK;
  const afterId = isFar ? newId - LOOK_BACK : 0;
  const dueAt = ports.nowMs + GATHER_MS;
  return promptTimerItems(
    table,
    { kind: 'contact-list-check', subject: contactListId, dueAt, data: { afterId } },
    ports,
  );
};

/** Returns how far the numbers of a list have been checked. One consistent read. */
export const loadContactListCheck = (table: Table, contactListId: number): Promise<CheckRow | undefined> =>
  table.get(ContactListCheck, { contactListId }, { consistent: true });

/** Returns the write of a check's state; guarded by the version that was read. */
export const contactListCheckItem = (
  table: Table,
  before: CheckRow | undefined,
  after: CheckFields,
  nowMs: number,
): WriteItem =>
  table.put(
    ContactListCheck,
    { ...after, ...(before && { rowCreatedAt: before.rowCreatedAt, version: before.version }) },
    before?.version ?? 'absent',
    nowMs,
  );

/** Returns the write that ends a check; guarded by the version that was read. */
export const endContactListCheckItem = (table: Table, check: CheckRow): WriteItem =>
  table.delete(ContactListCheck, { contactListId: check.contactListId }, check.version);
