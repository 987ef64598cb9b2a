import type { ContactList, ContactListItem } from '@prosa/shared/entities/contact-list.ts';

/** An item before and after a change. `before` is undefined if it is added, `after` if it is removed. */
export interface ItemChange<Before extends ContactListItem = ContactListItem> {
  before?: Before | undefined;
  after?: ContactListItem | undefined;
}

const inState = (state: ContactListItem['numberState'], item: ContactListItem | undefined): number =>
  item?.numberState === state ? 1 : 0;

/** Returns what changes of items add to the counts of their list. */
export const addedCounts = (changes: readonly ItemChange[]): ContactList['contacts'] => {
  const counts = { all: 0, invalid: 0, unchecked: 0 };
  for (const { before, after } of changes) {
    counts.all += (after === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
    counts.invalid += inState('invalid', after) - inState('invalid', before);
    counts.unchecked += inState('unchecked', after) - inState('unchecked', before);
  }
  return counts;
};
