import { type Contact as ContactFields, contactSchema } from '@prosa/shared/entities/contact.ts';
import type { Identity } from '@prosa/shared/messaging/inbound-event.ts';
import { canonicalIdentities, canonicalIdentity } from '../domain/contacts/canonical-identity.ts';
import { ticketContactOf } from '../domain/presenters/present-contact.ts';
import { toInstant } from '../platform/clock.ts';
import { commit, MAX_TRANSACTION_ITEMS, type WriteItem } from '../platform/table/commit.ts';
import type { Row } from '../platform/table/define-entity.ts';
import { Contact, ContactAlias } from '../platform/table/entities/contacts.ts';
import { Conversation } from '../platform/table/entities/messages.ts';
import { Ticket } from '../platform/table/entities/tickets.ts';
import { keys } from '../platform/table/keys.ts';
import { entityOf } from '../platform/table/pack-fields.ts';
import { parseRow, type Table } from '../platform/table/table.ts';
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

const aliasItem = (
  table: Table,
  companyId: number,
  contactId: number,
  identity: Identity,
  nowMs: number,
): WriteItem =>
  table.put(ContactAlias, { companyId, ...canonicalIdentity(identity), contactId }, 'absent', nowMs);

export interface NewContact {
  companyId: number;
  id: number;
  name: string;
  channel: ContactFields['channel'];
  /** As the provider or the attendant gave them. */
  identities: readonly Identity[];
  number?: string;
  email?: string;
  acceptAudioMessage?: boolean;
  disableBot?: boolean;
  isGroup?: boolean;
  connectionId?: number | null;
  extraInfo?: ContactFields['extraInfo'];
  tags?: ContactFields['tags'];
}

/**
 * A new contact with the markers that make its identities unique: the transaction fails on `ContactAlias` when one of
 * them is somebody else's.
 */
export const newContactItems = (
  table: Table,
  input: NewContact,
  nowMs: number,
): { contact: ContactRow; items: WriteItem[] } => {
  const named = input.identities.find(({ kind }) => kind === 'phone' || kind === 'group');
  const fields = contactSchema.parse({
    ...input,
    number: input.number ?? named?.value ?? '',
    identities: uniqueIdentities(input.identities),
  });
  const now = toInstant(nowMs);
  return {
    contact: { ...fields, version: 1, rowCreatedAt: now, rowUpdatedAt: now },
    items: [
      table.put(Contact, fields, 'absent', nowMs),
      ...canonicalIdentities(input.identities).map((identity) =>
        aliasItem(table, input.companyId, input.id, identity, nowMs),
      ),
    ],
  };
};

/** As given (sending needs the provider's own spelling), each canonical identity once. */
const uniqueIdentities = (identities: readonly Identity[]): Identity[] => {
  const known = new Map<string, Identity>();
  for (const identity of identities) {
    const { kind, value } = canonicalIdentity(identity);
    const key = `${kind}:${value}`;
    if (!known.has(key)) known.set(key, identity);
  }
  return [...known.values()];
};

/** The contact row again, guarded by the version that was read; its tickets' snapshots are the caller's. */
export const replaceContact = (
  table: Table,
  before: ContactRow,
  after: ContactFields,
  nowMs: number,
): { contact: ContactRow; item: WriteItem } => ({
  contact: {
    ...after,
    version: before.version + 1,
    rowCreatedAt: before.rowCreatedAt,
    rowUpdatedAt: toInstant(nowMs),
  },
  item: table.put(Contact, { ...after, rowCreatedAt: before.rowCreatedAt }, before.version, nowMs),
});

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

/** Identities that leave and come with a change of a contact, as marker rows. */
const aliasChanges = (
  table: Table,
  before: ContactFields,
  after: ContactFields,
  nowMs: number,
): WriteItem[] => {
  const id = ({ kind, value }: Identity) => `${kind}:${value}`;
  const old = new Map(canonicalIdentities(before.identities).map((identity) => [id(identity), identity]));
  const next = new Map(canonicalIdentities(after.identities).map((identity) => [id(identity), identity]));
  return [
    ...[...old].filter(([key]) => !next.has(key)).map(([, identity]) => table.delete(ContactAlias, identity)),
    ...[...next]
      .filter(([key]) => !old.has(key))
      .map(([, identity]) => aliasItem(table, after.companyId, after.id, identity, nowMs)),
  ];
};

/**
 * A changed contact with its identities' markers and the snapshots on its tickets.
 * @param tickets of {@link loadShownTickets}
 */
export const contactChangeItems = (
  table: Table,
  before: ContactRow,
  after: ContactFields,
  tickets: readonly TicketRow[],
  nowMs: number,
): { contact: ContactRow; items: WriteItem[] } => {
  const { contact, item } = replaceContact(table, before, after, nowMs);
  const snapshot = ticketContactOf(after);
  return {
    contact,
    items: [
      item,
      ...aliasChanges(table, before, after, nowMs),
      ...tickets.map((ticket) => table.put(Ticket, { ...ticket, contact: snapshot }, ticket.version, nowMs)),
    ],
  };
};

/**
 * Commits {@link contactChangeItems}. A contact with more shown tickets than one transaction takes is written first
 * with as many as fit; the rest follow, so a crash in between leaves only their snapshots behind.
 */
export const commitContactChange = async (items: readonly WriteItem[]): Promise<void> => {
  for (let start = 0; start < items.length; start += MAX_TRANSACTION_ITEMS) {
    await commit(items.slice(start, start + MAX_TRANSACTION_ITEMS));
  }
};
