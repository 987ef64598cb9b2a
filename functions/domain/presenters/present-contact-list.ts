import type { ContactListItemView, ContactListView } from '@prosa/shared/contracts/contact-lists.ts';
import type { ContactList, ContactListItem, NUMBER_STATES } from '@prosa/shared/entities/contact-list.ts';

interface Bookkeeping {
  version: number;
  rowCreatedAt: string;
  rowUpdatedAt: string;
}

/** Presents a contact list, for responses and events. */
export const presentContactList = (row: ContactList & Bookkeeping): ContactListView => ({
  id: row.id,
  name: row.name,
  companyId: row.companyId,
  contactsCount: row.contacts.all,
  invalidCount: row.contacts.invalid,
  uncheckedCount: row.contacts.unchecked,
  whatsappId: row.connectionId,
  createdAt: row.rowCreatedAt,
  updatedAt: row.rowUpdatedAt,
  version: row.version,
});

const IS_VALID: Record<(typeof NUMBER_STATES)[number], boolean | null> = {
  unchecked: null,
  valid: true,
  invalid: false,
};

/** Presents an item of a contact list, with its number: only administrators see lists, and nothing hides numbers from them. */
export const presentContactListItem = (row: ContactListItem & Bookkeeping): ContactListItemView => ({
  id: row.id,
  name: row.name,
  number: row.number,
  email: row.email,
  isWhatsappValid: IS_VALID[row.numberState],
  companyId: row.companyId,
  contactListId: row.contactListId,
  createdAt: row.rowCreatedAt,
  updatedAt: row.rowUpdatedAt,
  version: row.version,
});
