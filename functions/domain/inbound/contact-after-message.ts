import { cleanText } from '@prosa/shared/entities/common.ts';
import type { Contact, ContactAlias } from '@prosa/shared/entities/contact.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { canonicalIdentity } from '../contacts/canonical-identity.ts';

const NAME_CHARS = 250;

/** A provider's name of a person or group, fit to be stored; empty where there is none. */
export const providerName = (name: string | undefined): string =>
  [...cleanText(name ?? '').slice(0, NAME_CHARS * 2)].slice(0, NAME_CHARS).join('');

/** What a contact without a name is called: its number, or whatever else it is known by. */
export const fallbackName = (identities: readonly Identity[]): string =>
  (identities.find(({ kind }) => kind === 'phone' || kind === 'group') ?? identities[0])?.value ?? '';

const isUnnamed = (contact: Pick<Contact, 'name' | 'number' | 'identities'>): boolean =>
  contact.name === contact.number || contact.identities.some(({ value }) => value === contact.name);

const isKnown = (known: readonly Identity[], identity: Identity): boolean => {
  const { kind, value } = canonicalIdentity(identity);
  return known.map(canonicalIdentity).some((other) => other.kind === kind && other.value === value);
};

interface Seen {
  identities: readonly Identity[];
  /** As the provider tells it; absent in what our own side wrote. */
  name?: string | undefined;
}

/** Whether a message teaches us nothing new about its contact. */
export const isUpToDate = (contact: Pick<Contact, 'name' | 'number' | 'identities'>, seen: Seen): boolean =>
  seen.identities.every((identity) => isKnown(contact.identities, identity)) &&
  !(isUnnamed(contact) && providerName(seen.name) !== '' && providerName(seen.name) !== contact.name);

/**
 * The contact with what a message taught: identities that name nobody else yet, and a name while it has none but its
 * number. Names that people gave are never replaced. The same object where there is nothing to learn.
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
    name: isRenamed ? name : contact.name,
    number: contact.number === '' && phone !== undefined ? phone.value : contact.number,
    identities: [...contact.identities, ...added],
    connectionId: contact.connectionId ?? connectionId,
  };
};
