import type { Contact, ContactAlias } from '@prosa/shared/entities/contact.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { isVisible, writtenName } from '@prosa/shared/rules/written-text.ts';
import { canonicalIdentity } from '../contacts/canonical-identity.ts';

const NAME_CHARS = 250;

/** Returns the provider's name of a person or group in a form that can be stored; empty if there is none. */
export const providerName = (name: string | undefined): string =>
  [...writtenName(name ?? '').slice(0, NAME_CHARS * 2)].slice(0, NAME_CHARS).join('');

/** Returns the name of a contact without a name: its number, or any other identity. */
export const fallbackName = (identities: readonly Identity[]): string =>
  (identities.find(({ kind }) => kind === 'phone' || kind === 'group') ?? identities[0])?.value ?? '';

/** Whether a contact has no name beside its number and its other identities. */
export const isUnnamed = (contact: Pick<Contact, 'name' | 'number' | 'identities'>): boolean =>
  !isVisible(contact.name) ||
  contact.name === contact.number ||
  contact.identities.some(({ value }) => value === contact.name);

const isKnown = (known: readonly Identity[], identity: Identity): boolean => {
  const { kind, value } = canonicalIdentity(identity);
  return known.map(canonicalIdentity).some((other) => other.kind === kind && other.value === value);
};

interface Seen {
  identities: readonly Identity[];
  /** The provider's name; absent in messages from our own side. */
  name?: string | undefined;
}

/** Whether a message contains nothing new about its contact. */
export const isUpToDate = (contact: Pick<Contact, 'name' | 'number' | 'identities'>, seen: Seen): boolean =>
  seen.identities.every((identity) => isKnown(contact.identities, identity)) &&
  !(isUnnamed(contact) && providerName(seen.name) !== '' && providerName(seen.name) !== contact.name);

/**
 * Returns the contact with the new data of a message: identities that belong to no other contact, and a name if it
 * has only its number. Names that users entered are never replaced. Returns the same object if nothing changes.
 */
export const contactAfterMessage = <T extends Contact>(
  contact: T,
  seen: Seen,
  unknown: readonly Pick<ContactAlias, 'kind' | 'value'>[],
  connectionId: number,
): T => {
  const name = providerName(seen.name);
  const added = seen.identities.filter(
    (identity) => isKnown(unknown, identity) && !isKnown(contact.identities, identity),
  );
  const phone = added.find(({ kind }) => kind === 'phone');
  const isRenamed = isUnnamed(contact) && name !== '' && name !== contact.name;
  if (!isRenamed && added.length === 0 && contact.connectionId !== null) return contact;
  return {
    ...contact,
    ...(isRenamed ? { name, nameFrom: 'provider' as const } : {}),
    number: contact.number === '' && phone !== undefined ? phone.value : contact.number,
    identities: [...contact.identities, ...added],
    connectionId: contact.connectionId ?? connectionId,
  };
};
