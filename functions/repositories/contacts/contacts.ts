import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { canonicalIdentities } from '../../domain/contacts/canonical-identity.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { Contact, ContactAlias } from '../../platform/table/entities/contacts.ts';
import { Conversation } from '../../platform/table/entities/messages.ts';
import { Ticket } from '../../platform/table/entities/tickets.ts';
import { keys } from '../../platform/table/keys.ts';
import { entityOf } from '../../platform/table/pack-fields.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';
import type { ConversationRow, TicketRow } from '../tickets/tickets.ts';

export type ContactRow = Row<typeof Contact>;

/** Maximum of merges to follow, because a contact's merge target may itself be merged between two reads. */
const MAX_HOPS = 4;

/** Returns a contact, or the one that it was merged into. One consistent read, two for a merged contact. */
export const loadContact = async (table: Table, id: number): Promise<ContactRow | undefined> => {
  let contact = await table.get(Contact, { id }, { consistent: true });
  for (let hop = 0; hop < MAX_HOPS && contact !== undefined && contact.mergedInto !== null; hop++)
    contact = await table.get(Contact, { id: contact.mergedInto }, { consistent: true });
  return contact;
};

/**
 * Returns a contact, or the one that it was merged into, with its conversation on a connection. One consistent batch
 * read, two for a merged contact.
 */
export const loadContactOn = async (
  table: Table,
  id: number,
  connectionId: number,
): Promise<{ contact: ContactRow; conversation: ConversationRow | undefined } | undefined> => {
  let contactId = id;
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    const [contactRaw, conversationRaw] = await table.getRaw(
      [table.keyOf(Contact, { id: contactId }), table.keyOf(Conversation, { contactId, connectionId })],
      { consistent: true },
    );
    if (contactRaw === undefined) return undefined;
    const contact = parseRow(Contact, contactRaw);
    if (contact.mergedInto === null) {
      return {
        contact,
        conversation: conversationRaw === undefined ? undefined : parseRow(Conversation, conversationRaw),
      };
    }
    contactId = contact.mergedInto;
  }
  return undefined;
};

export interface FoundContact {
  contact: ContactRow | undefined;
  /** Identities that belong to no contact yet, in canonical form. */
  unknown: Identity[];
  /** Contacts of the other identities. A user must review them; they are never merged automatically. */
  conflicting: number[];
}

/**
 * Returns the id of the contact with an identity; undefined if no contact has it. One consistent read. The contact may
 * have been merged into another one.
 */
export const findContactId = async (table: Table, identity: Identity): Promise<number | undefined> => {
  const [alias] = await table.getMany(ContactAlias, canonicalIdentities([identity]), { consistent: true });
  return alias?.contactId;
};

/**
 * Returns the contact with these identities; the first identity of a known contact decides. Two consistent reads, one
 * if there is no known contact. Both spellings of a Brazilian mobile number find the same contact.
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

/** Loads a contact's partition: its row and its conversations. */
const readPartition = async (
  table: Table,
  id: number,
): Promise<{ contact: ContactRow | undefined; conversations: ConversationRow[] }> => {
  const raw = await table.queryAll(keys.contact({ id }).pk, { consistent: true });
  const contact = raw.find((item) => entityOf(item) === Contact.name);
  return {
    contact: contact === undefined ? undefined : parseRow(Contact, contact),
    conversations: raw
      .filter((item) => entityOf(item) === Conversation.name)
      .map((item) => parseRow(Conversation, item)),
  };
};

export interface LoadedContact {
  contact: ContactRow;
  /** Including conversations of contacts that were merged into it. */
  conversations: ConversationRow[];
  /** Contacts that were merged into it. */
  merged: ContactRow[];
}

/**
 * Returns a contact with its conversation on each connection: one consistent query, and one more for each contact
 * that was merged into it. Undefined for a contact that was itself merged.
 */
export const loadContactWithConversations = async (
  table: Table,
  id: number,
): Promise<LoadedContact | undefined> => {
  const { contact, conversations } = await readPartition(table, id);
  if (contact === undefined || contact.mergedInto !== null) return undefined;
  const merged = await Promise.all(contact.mergedIds.map((mergedId) => readPartition(table, mergedId)));
  return {
    contact,
    conversations: [conversations, ...merged.map((one) => one.conversations)].flat(),
    merged: merged.flatMap((one) => one.contact ?? []),
  };
};

/**
 * Returns the tickets that lists show of a contact: the active ones, then the newest closed ones. One consistent
 * batch read.
 */
export const loadShownTickets = async (
  table: Table,
  conversations: readonly ConversationRow[],
): Promise<TicketRow[]> => {
  const ids = [
    ...conversations.flatMap(({ activeTicketId }) => activeTicketId ?? []),
    ...conversations.flatMap(({ lastClosedByQueue }) => Object.values(lastClosedByQueue)),
  ];
  if (ids.length === 0) return [];
  const rows = await table.getMany(
    Ticket,
    [...new Set(ids)].map((id) => ({ id })),
    { consistent: true },
  );
  return rows.filter((row) => row !== undefined);
};
