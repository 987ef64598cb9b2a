import { scheduleContactSchema } from '@prosa/shared/entities/schedule.ts';
import { systemClock } from '../platform/clock.ts';
import { systemIds } from '../platform/ids.ts';
import { commit } from '../platform/table/commit.ts';
import { retryOnConflict } from '../platform/table/retry-on-conflict.ts';
import { openTable, type Table } from '../platform/table/table.ts';
import { type ContactRow, loadContact } from '../repositories/contacts/contacts.ts';
import {
  listSchedules,
  loadSchedule,
  scheduleItem,
  scheduleRemovalItems,
} from '../repositories/tickets/schedules.ts';
import { type ChangeOf, isLasting } from './read-changes.ts';

type ContactChange = ChangeOf<'contact'>;

const PAGE = 100;
/** More schedules than any contact has; prevents an endless loop. */
const MAX_PAGES = 100;

/** Whether the change affects what the contact's schedules display, or removes or merges their contact. */
export const concernsSchedules = (change: ContactChange): boolean => {
  const { before, after } = change;
  if (before === undefined || !isLasting(change)) return false;
  if (after === undefined) return true;
  return (
    before.mergedInto !== after.mergedInto ||
    before.name !== after.name ||
    before.number !== after.number ||
    before.urlPicture !== after.urlPicture ||
    JSON.stringify(before.identities) !== JSON.stringify(after.identities)
  );
};

const followOne = (table: Table, id: number, contact: ContactRow | undefined): Promise<void> =>
  retryOnConflict(async () => {
    const schedule = await loadSchedule(table, id);
    if (schedule === undefined) return;
    const nowMs = systemClock.now();
    await commit(
      contact === undefined
        ? scheduleRemovalItems(table, schedule, { ids: systemIds, nowMs })
        : [
            scheduleItem(
              table,
              schedule,
              { ...schedule, contactId: contact.id, contact: scheduleContactSchema.parse(contact) },
              nowMs,
            ),
          ],
    );
  });

/**
 * Updates the schedules of changed contacts: shows the contact's current data, moves schedules of a merged contact to
 * the merge target, and removes those of a removed contact. Based on the current rows, so a late or repeated change
 * writes the same. A read for each contact, and a read and a write for each of its schedules.
 */
export const followContacts = async (changes: readonly ContactChange[]): Promise<void> => {
  for (const { companyId, before, after } of changes) {
    const contactId = (after ?? before)?.id;
    if (contactId === undefined) continue;
    const table = openTable(companyId);
    const contact = await loadContact(table, contactId);
    let position: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const { rows, next } = await listSchedules(
        table,
        { contactId },
        { limit: PAGE, ...(position === undefined ? {} : { after: position }) },
      );
      for (const { id } of rows) await followOne(table, id, contact);
      if (next === undefined) break;
      position = next;
    }
  }
};
