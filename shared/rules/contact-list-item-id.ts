/**
 * Ids that a list may give to its items: two thousand imports of the largest spreadsheet. With it, ids of ten million
 * lists stay below the 15 digits that a request may have.
 */
const IDS_PER_LIST = 100_000_000;

/**
 * Returns the id of the n-th item of a list. It contains the list's id, so that an item is found by its id alone,
 * without an index.
 * @throws RangeError if the list has no id left
 */
export const contactListItemId = (contactListId: number, n: number): number => {
  if (n < 1 || n >= IDS_PER_LIST) throw new RangeError(`list ${contactListId} has no id for item ${n}`);
  return contactListId * IDS_PER_LIST + n;
};

/** Returns the list and the number of an item. A number that is no item's id has list 0, which no list is. */
export const readContactListItemId = (id: number): { contactListId: number; n: number } => ({
  contactListId: Math.floor(id / IDS_PER_LIST),
  n: id % IDS_PER_LIST,
});
