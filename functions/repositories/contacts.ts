import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { canonicalIdentities } from '../domain/contacts/canonical-identity.ts';
import type { Row } from '../platform/table/define-entity.ts';
import { Contact, ContactAlias } from '../platform/table/entities/contacts.ts';
import { Conversation } from '../platform/table/entities/messages.ts';
import { Ticket } from '../platform/table/entities/tickets.ts';
import { keys } from '../platform/table/keys.ts';
import { entityOf } from '../platform/table/pack-fields.ts';
import { parseRow } from '../platform/table/parse-row.ts';
import type { Table } from '../platform/table/table.ts';
import type { ConversationRow, TicketRow } from './tickets.ts';

export type ContactRow = Row<typeof Contact>;

/** One consistent read. */
export const loadContact = (table: Table, id: number): Promise<ContactRow | undefined> =>
  table.get(Contact, { id }, { consistent: true });

export interface FoundContact {
  contact: ContactRow | undefined;
  /** Identities that name nobody yet, in their canonical form. */
  unknown: Identity[];
  /** Contacts that the other identities name: for a person to review, never merged by themselves. */
  conflicting: number[];
}

/**
 * Who is known by these identities; the first that names somebody decides. Two consistent reads, one when nobody is
 * known. Both spellings of a Brazilian mobile number find the same contact.
 */
export const findContactByIdentities = async (
  table: Table,
  identities: readonly Identity[],
): Promise<FoundContact> => {
  const wanted = canonicalIdentities(identities);
  const aliases = await table.getMany(ContactAlias, wanted, { consistent: true });
  const unknown = wanted.filter((_identity, index) => aliases[index] === undefined);
  const [contactId, ...others] = new Set(
    aliases.flatMap((alias) => (alias === undefined ? [] : [alias.contactId])),
  );
  return {
    contact: contactId === undefined ? undefined : await loadContact(table, contactId),
    unknown,
    conflicting: others,
  };
};

/** A contact with what it has going on each connection: one consistent query. */
export const loadContactWithConversations = async (
  table: Table,
  id: number,
): Promise<{ contact: ContactRow; conversations: ConversationRow[] } | undefined> => {
  const raw = await table.queryAll(keys.contact({ id }).pk, { consistent: true });
  const contact = raw.find((item) => entityOf(item) === Contact.name);
  if (contact === undefined) return undefined;
  return {
    contact: parseRow(Contact, contact),
    conversations: raw
      .filter((item) => entityOf(item) === Conversation.name)
      .map((item) => parseRow(Conversation, item)),
  };
};

/** The tickets that lists show of a contact: the active and the newest closed ones. One consistent batch read. */
export const loadShownTickets = async (
  table: Table,
  conversations: readonly ConversationRow[],
): Promise<TicketRow[]> => {
  const ids = conversations.flatMap(({ activeTicketId, lastClosedByQueue }) => [
    ...(activeTicketId === null ? [] : [activeTicketId]),
    ...Object.values(lastClosedByQueue),
  ]);
  if (ids.length === 0) return [];
  const rows = await table.getMany(
    Ticket,
    [...new Set(ids)].map((id) => ({ id })),
    { consistent: true },
  );
  return rows.filter((row) => row !== undefined);
};
