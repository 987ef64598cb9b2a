import type { PlannedPerson } from '../../domain/campaigns/plan-receivers.ts';
import type { Table } from '../../platform/table/table.ts';
import { listItemsPage } from '../contacts/contact-list-items.ts';
import { loadContactList } from '../contacts/contact-lists.ts';

/**
 * Returns the people of a contact list behind an item's id, in the order of their ids; undefined if the list is gone.
 * One read, and one query of a read unit for 13 people.
 */
export const listedPeople = async (
  table: Table,
  contactListId: number,
  afterId: number,
  limit: number,
): Promise<PlannedPerson[] | undefined> => {
  const [list, items] = await Promise.all([
    loadContactList(table, contactListId),
    listItemsPage(table, contactListId, afterId, limit),
  ]);
  return list === undefined
    ? undefined
    : items.map(({ id, name, number, email, numberState }) => ({
        place: id,
        name,
        number,
        email,
        contactId: null,
        numberState,
        isUnwilling: false,
      }));
};
