import { indexedTokens, searchedContact } from '../domain/search/contact-tokens.ts';
import type { CompanyId } from '../platform/auth/company-id.ts';
import type { WriteItem } from '../platform/table/commit.ts';
import { ContactToken } from '../platform/table/entities/contacts.ts';
import { openTable } from '../platform/table/table.ts';
import { writeBatch } from '../platform/table/write-batch.ts';
import { loadContactWithConversations } from '../repositories/contacts/contacts.ts';
import { type ChangeOf, isChangeOf, isLasting, type RowChange } from './read-changes.ts';

type IndexedChange = ChangeOf<'contact'> | ChangeOf<'conversation'>;
type ContactRow = NonNullable<ChangeOf<'contact'>['after']>;
type ConversationRow = NonNullable<ChangeOf<'conversation'>['after']>;

export const isIndexed = (change: RowChange): change is IndexedChange =>
  isLasting(change) && (isChangeOf('contact')(change) || isChangeOf('conversation')(change));

/** Returns the newest ticket of a contact on a connection. */
const newestTicket = (conversation: ConversationRow | undefined): number | null =>
  conversation?.activeTicketId ?? conversation?.lastTicketId ?? null;

const searchedText = (contact: ContactRow | undefined): string =>
  contact === undefined ? '' : JSON.stringify([searchedContact(contact), contact.mergedIds]);

/** Whether a change affects the rows of the index. */
export const changesIndex = (change: IndexedChange): boolean => {
  if (change.entity === 'conversation') return newestTicket(change.before) !== newestTicket(change.after);
  const { before, after } = change;
  return before?.mergedInto !== after?.mergedInto || searchedText(before) !== searchedText(after);
};

const contactOf = (change: IndexedChange): number => {
  const row = change.after ?? change.before;
  if (row === undefined) return 0;
  return 'contactId' in row ? row.contactId : row.id;
};

/** Removes duplicates, so that each row is deleted once even if several changes replaced it. */
const uniqueTokens = (places: readonly { token: string; ofNames: boolean }[]) => [
  ...new Map(places.map((place) => [`${place.ofNames} ${place.token}`, place])).values(),
];

const itemsFor = async (
  companyId: CompanyId,
  contactId: number,
  changes: readonly IndexedChange[],
): Promise<WriteItem[]> => {
  const table = openTable(companyId);
  const loaded = await loadContactWithConversations(table, contactId);
  const searched =
    loaded === undefined ? { name: '', number: '', isGroup: false } : searchedContact(loaded.contact);
  const tokens = loaded === undefined ? [] : indexedTokens(searched);
  const before = changes.flatMap((change) => (change.entity === 'contact' ? (change.before ?? []) : []));
  const stale = before
    .flatMap((contact) => indexedTokens(searchedContact(contact)))
    .filter((old) => !tokens.some(({ token, ofNames }) => token === old.token && ofNames === old.ofNames));
  const tickets = (loaded?.conversations ?? []).flatMap((conversation) => {
    const ticketId = newestTicket(conversation);
    return ticketId === null ? [] : [{ connectionId: conversation.connectionId, ticketId }];
  });
  return [
    ...tokens.map((place) =>
      table.put(
        ContactToken,
        {
          companyId,
          ...place,
          contactId,
          ...searched,
          tickets,
        },
        'any',
      ),
    ),
    ...uniqueTokens(stale).map((place) => table.delete(ContactToken, { ...place, contactId })),
  ];
};

/**
 * Keeps contacts searchable by the parts of their name and number. The rows are computed from the current rows, not
 * from the change, so a late or repeated change writes the same. Contact and conversations share a partition, so
 * their changes are never processed concurrently. One query and one batch for each contact, and one more query for
 * each that was merged into it.
 */
export const indexContacts = async (all: readonly IndexedChange[]): Promise<void> => {
  const byCompany = Map.groupBy(all.filter(changesIndex), ({ companyId }) => companyId);
  for (const [companyId, ofCompany] of byCompany) {
    const byContact = Map.groupBy(ofCompany, contactOf);
    for (const [contactId, changes] of byContact)
      await writeBatch(await itemsFor(companyId, contactId, changes));
  }
};
