import { type Contact, contactSchema } from '@prosa/shared/entities/contact.ts';
import type { Conversation, Ticket } from '@prosa/shared/entities/ticket.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { canonicalIdentity } from '../contacts/canonical-identity.ts';
import { ticketContactOf } from '../presenters/present-contact.ts';
import { mergeTurns, type Stored, type Turn } from './turn.ts';

/**
 * A contact to create, with the identities as the provider or the attendant gave them, because sending needs the
 * provider's own spelling.
 */
export type NewContact = Pick<Contact, 'companyId' | 'id' | 'name' | 'channel' | 'identities'> &
  Partial<Contact>;

/** Returns the identities without duplicates, compared by canonical form. */
const uniqueIdentities = (identities: readonly Identity[]): Identity[] => {
  const known = new Map<string, Identity>();
  for (const identity of identities) {
    const { kind, value } = canonicalIdentity(identity);
    const key = `${kind}:${value}`;
    if (!known.has(key)) known.set(key, identity);
  }
  return [...known.values()];
};

/** Creates a contact. Without a given number, its number is that of a phone or group identity. */
export const newContactTurn = (input: NewContact): Turn => {
  const named = input.identities.find(({ kind }) => kind === 'phone' || kind === 'group');
  const contact = contactSchema.parse({
    ...input,
    number: input.number ?? named?.value ?? '',
    identities: uniqueIdentities(input.identities),
  });
  return mergeTurns({ contacts: [{ before: undefined, after: contact }] });
};

/** Rows of a transaction of a hundred that remain besides a contact and its changed identities. */
const TICKETS_PER_TURN = 80;

/**
 * Changes a contact, and the copies of its data on its tickets. If more tickets are shown than one transaction
 * allows, the rest follow in turns of their own; a crash in between leaves only stale copies.
 * @param shown the tickets that lists show of the contact; those of a contact that is just being merged into it are
 * left to the merge
 */
export const contactTurns = (
  before: Stored<Contact>,
  after: Contact,
  shown: readonly Stored<Ticket>[],
): [Turn, ...Turn[]] => {
  const snapshot = ticketContactOf(after);
  const tickets = shown
    .filter(({ contact }) => contact.id === after.id)
    .map((ticket) => ({ before: ticket, after: { ...ticket, contact: snapshot } }));
  const later: Turn[] = [];
  for (let start = TICKETS_PER_TURN; start < tickets.length; start += TICKETS_PER_TURN)
    later.push(mergeTurns({ tickets: tickets.slice(start, start + TICKETS_PER_TURN) }));
  return [
    mergeTurns({ contacts: [{ before, after }], tickets: tickets.slice(0, TICKETS_PER_TURN) }),
    ...later,
  ];
};

/**
 * Removes a contact without tickets, with the contacts that were merged into it and the pointers of their
 * conversations.
 */
export const contactRemoval = (
  contact: Stored<Contact>,
  conversations: readonly Stored<Conversation>[],
  merged: readonly Stored<Contact>[] = [],
): Turn =>
  mergeTurns({
    removed: [
      ...[contact, ...merged].map((row) => ({ entity: 'contact' as const, row })),
      ...conversations.map((row) => ({ entity: 'conversation' as const, row })),
    ],
  });
