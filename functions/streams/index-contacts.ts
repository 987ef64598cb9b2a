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

/** The newest ticket of a contact on a connection. */
const newestTicket = (conversation: ConversationRow | undefined): number | null =>
  conversation?.activeTicketId ?? conversation?.lastTicketId ?? null;

const searchedText = (contact: ContactRow | undefined): string =>
  contact === undefined ? '' : JSON.stringify([searchedContact(contact), contact.mergedIds]);

/** Whether the rows of the index say something else now. */
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

/** One write for each row, however many changes left it behind. */
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
 * Keeps contacts findable by the parts of their name and number. The rows are made from what the table says now, not
 * from the change, so that a late or repeated change writes the same; contact and conversations share a partition, so
 * no two of their changes are worked on at once. One query and one batch for each contact, and a query more for each that
 * was merged into it.
 */
export const indexContacts = async (all: readonly IndexedChange[]): Promise<void> => {
  const byCompany = Map.groupBy(all.filter(changesIndex), ({ companyId }) => companyId);
  for (const [companyId, ofCompany] of byCompany) {
    const byContact = Map.groupBy(ofCompany, contactOf);
    for (const [contactId, changes] of byContact)
      await writeBatch(await itemsFor(companyId, contactId, changes));
  }
};
