import type { Contact } from '@prosa/shared/entities/contact.ts';
import { arrivalOf, type Dated, datedAfter } from '../dated-change.ts';
import { isUnnamed, providerName } from './contact-after-message.ts';

interface Told {
  sentAt: number;
  receivedAt: number;
}

/** Returns the time of an entry or preference; never later than its arrival, so that no later one is ignored. */
const toldAt = ({ sentAt, receivedAt }: Told, content: unknown): Dated => ({
  at: new Date(Math.min(sentAt, receivedAt)).toISOString(),
  arrival: arrivalOf(receivedAt, '', content),
});

const known = (at: string | null, arrival: Dated['arrival']): Dated | null =>
  at === null ? null : { at, arrival };

/**
 * Returns the contact with its name in the phone's address book. The name replaces only a number, the provider's name,
 * or an older name of the address book. A removed entry (an empty name) changes nothing. Returns the same object if
 * nothing changes.
 */
export const contactAfterAddressBook = <T extends Contact>(contact: T, entry: Told & { name: string }): T => {
  const name = providerName(entry.name);
  const isUsers = contact.nameFrom === 'user' && !isUnnamed(contact);
  if (name === '' || contact.isGroup || isUsers) return contact;
  const told = datedAfter(known(contact.phoneNameAt, contact.phoneNameArrival), toldAt(entry, name));
  if (told === undefined) return contact;
  const newest = told.isNewest ? { name, nameFrom: 'phone' as const } : {};
  return { ...contact, ...newest, phoneNameAt: told.at, phoneNameArrival: told.arrival };
};

/**
 * Returns the contact after it told the provider whether it wants marketing messages. An older answer than the known
 * one, and its repetition, change nothing: then the same object is returned.
 */
export const contactAfterPreference = <T extends Contact>(
  contact: T,
  preference: Told & { isWanted: boolean },
): T => {
  const { isWanted } = preference;
  if (contact.isGroup) return contact;
  const before = known(contact.marketingToldAt, contact.marketingArrival);
  const told = datedAfter(before, toldAt(preference, isWanted));
  if (told === undefined) return contact;
  const newest = told.isNewest ? { marketingStoppedAt: isWanted ? null : told.at } : {};
  return { ...contact, ...newest, marketingToldAt: told.at, marketingArrival: told.arrival };
};
