import type { ContactListItem as ItemFields } from '@prosa/shared/entities/contact-list.ts';
import { canonicalPhone } from '@prosa/shared/rules/canonical-phone.ts';
import { contactListItemId } from '@prosa/shared/rules/contact-list-item-id.ts';
import { addedCounts, type ItemChange } from '../../domain/contact-lists/item-counts.ts';
import { itemMatches } from '../../domain/contact-lists/item-matches.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import {
  ContactList,
  ContactListCheck,
  ContactListItem,
} from '../../platform/table/entities/contact-lists.ts';
import { Counter, Unique } from '../../platform/table/entities/counters.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Page, Table } from '../../platform/table/table.ts';
import { addToContactListItem, nextId } from '../../platform/table/updates.ts';
import { uniqueItems } from '../rows/unique-values.ts';

export type ContactListItemRow = Row<typeof ContactListItem>;

/** Items examined for one page of a search, of 0.3 kB each: 15 read units. */
const MAX_EXAMINED = 400;
/** Items that one transaction removes, each together with the marker of its number. */
const REMOVED_AT_ONCE = 45;

const partitionOf = (contactListId: number): string =>
  keys.contactListItem({ id: contactListItemId(contactListId, 1) }).pk;
const placeOf = (id: number): string => keys.contactListItem({ id }).sk;
const counterOf = (contactListId: number) => ({ name: `${ContactListItem.name}#${contactListId}` });

/** Reserves ids for new items of a list and returns the first. One write. */
export const nextContactListItemId = async (
  table: Table,
  contactListId: number,
  count = 1,
): Promise<number> => contactListItemId(contactListId, await nextId(table, counterOf(contactListId), count));

/** Returns an item. One consistent read. */
export const loadContactListItem = (table: Table, id: number): Promise<ContactListItemRow | undefined> =>
  table.get(ContactListItem, { id }, { consistent: true });

/** Returns items by id, undefined where absent. One consistent read each. */
export const loadContactListItems = (
  table: Table,
  ids: readonly number[],
): Promise<(ContactListItemRow | undefined)[]> =>
  table.getMany(
    ContactListItem,
    ids.map((id) => ({ id })),
    { consistent: true },
  );

/**
 * Returns the items of a list in the order of their ids. Two read units for 20 items; a search examines 400 items,
 * at 15 read units, then the page ends and reports more.
 */
export const readContactListItems = (
  table: Table,
  contactListId: number,
  options: { search: string; after?: string | undefined; limit: number },
): Promise<Page<ContactListItemRow>> => {
  const { search, after, limit } = options;
  return table.query(ContactListItem, {
    pk: partitionOf(contactListId),
    ...(after === undefined ? {} : { after }),
    limit,
    lookAhead: true,
    consistent: search === '',
    maxExamined: MAX_EXAMINED + 1,
    ...(search === '' ? {} : { pageSize: MAX_EXAMINED + 1 }),
    filter: (item) => itemMatches(item, search),
  });
};

/**
 * Returns the items of a list after an id, in the order of their ids: all that were committed before the call. A read
 * unit for 13 items.
 */
export const listItemsPage = async (
  table: Table,
  contactListId: number,
  afterId: number,
  limit: number,
): Promise<ContactListItemRow[]> => {
  const after = afterId === 0 ? {} : { after: placeOf(afterId) };
  const where = { pk: partitionOf(contactListId), ...after, limit, consistent: true };
  return (await table.query(ContactListItem, { ...where, maxExamined: limit, pageSize: limit })).rows;
};

/** Returns the key of the marker of a number in a list: both spellings of a Brazilian mobile number have the same. */
const markerValue = ({ contactListId, number }: Pick<ItemFields, 'contactListId' | 'number'>): string =>
  `${contactListId} ${canonicalPhone(number)}`;

/** Returns the item of a list that has each number, undefined where none has. One consistent read each. */
export const ownersOfListedNumbers = async (
  table: Table,
  contactListId: number,
  numbers: readonly string[],
): Promise<(number | undefined)[]> => {
  const markers = numbers.map((number) => ({
    kind: 'listedNumber',
    value: markerValue({ contactListId, number }),
  }));
  return (await table.getMany(Unique, markers, { consistent: true })).map((marker) => marker?.ownerId);
};

/**
 * Returns the writes that add, change and remove items of one list, with the markers of their numbers and the counts
 * of the list. They fail on `Unique` if another item has a number, and on `ContactList` if the list was removed. At
 * most three writes for each change, two without a changed number, and one.
 * @param changes each `before` as read; its version guards the write
 */
export const contactListItemWrites = (
  table: Table,
  contactListId: number,
  changes: readonly ItemChange<ContactListItemRow>[],
  nowMs: number,
): WriteItem[] => {
  const counts = addedCounts(changes);
  const isCounted = Object.values(counts).some((by) => by !== 0);
  return [
    isCounted
      ? addToContactListItem(table, contactListId, counts, nowMs)
      : table.check(ContactList, { id: contactListId }, 'exists'),
    ...changes.flatMap(({ before, after }) => itemWrites(table, before, after, nowMs)),
  ];
};

const itemWrites = (
  table: Table,
  before: ContactListItemRow | undefined,
  after: ItemFields | undefined,
  nowMs: number,
): WriteItem[] => {
  const id = (after ?? before)?.id;
  if (id === undefined) throw new Error('no item');
  const values = {
    ...(before && { before: markerValue(before) }),
    ...(after && { after: markerValue(after) }),
  };
  return [
    after === undefined
      ? table.delete(ContactListItem, { id }, before?.version)
      : table.put(
          ContactListItem,
          { ...after, ...(before && { rowCreatedAt: before.rowCreatedAt, version: before.version }) },
          before?.version ?? 'absent',
          nowMs,
        ),
    ...uniqueItems(table, 'listedNumber', id, values, nowMs),
  ];
};

/**
 * Removes the items of a removed list, in transactions of 45, for as long as `isInTime` says. Nothing can be added any
 * more, because every change of items requires the list. May be repeated and interrupted.
 * @returns whether everything of the list is gone
 */
export const removeItemsOfList = async (
  table: Table,
  contactListId: number,
  isInTime: () => boolean,
): Promise<boolean> => {
  while (isInTime()) {
    const items = await listItemsPage(table, contactListId, 0, REMOVED_AT_ONCE);
    if (items.length === 0) {
      await commit([
        table.delete(Counter, counterOf(contactListId)),
        table.delete(ContactListCheck, { contactListId }),
      ]);
      return true;
    }
    await commit(
      items.flatMap((item) => [
        table.delete(ContactListItem, { id: item.id }),
        table.delete(Unique, { kind: 'listedNumber', value: markerValue(item) }),
      ]),
    );
  }
  return false;
};
