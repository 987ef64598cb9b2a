import { type Contact, contactSchema } from '@prosa/shared/entities/contact.ts';
import type { Conversation, Ticket } from '@prosa/shared/entities/ticket.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { canonicalIdentity } from '../contacts/canonical-identity.ts';
import { ticketContactOf } from '../presenters/present-contact.ts';
import { mergeTurns, type Stored, type Turn } from './turn.ts';

/** With the identities as the provider or the attendant gave them: sending needs the provider's own spelling. */
export type NewContact = Pick<Contact, 'companyId' | 'id' | 'name' | 'channel' | 'identities'> &
  Partial<Contact>;

/** Each canonical identity once. */
const uniqueIdentities = (identities: readonly Identity[]): Identity[] => {
  const known = new Map<string, Identity>();
  for (const identity of identities) {
    const { kind, value } = canonicalIdentity(identity);
    const key = `${kind}:${value}`;
    if (!known.has(key)) known.set(key, identity);
  }
  return [...known.values()];
};

/** A contact that appears. Its number is, where none is given, that of a phone or group. */
export const newContactTurn = (input: NewContact): Turn => {
  const named = input.identities.find(({ kind }) => kind === 'phone' || kind === 'group');
  const contact = contactSchema.parse({
    ...input,
    number: input.number ?? named?.value ?? '',
    identities: uniqueIdentities(input.identities),
  });
  return mergeTurns({ contacts: [{ before: undefined, after: contact }] });
};

/** What of a transaction of a hundred rows is left beside a contact and the identities that come and go. */
const TICKETS_PER_TURN = 80;

/**
 * A changed contact, with what its tickets remember of it. More shown tickets than one transaction takes follow in turns of
 * their own, so that a crash in between leaves only their snapshots behind.
 * @param shown the tickets that lists show of it; those of a contact that is just being merged into it are left to the merge
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

/** A contact without tickets goes, with those that were merged into it and the pointers of their conversations. */
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
