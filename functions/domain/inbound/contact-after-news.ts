import type { Contact } from '@prosa/shared/entities/contact.ts';
import { isUnnamed, providerName } from './contact-after-message.ts';

interface Told {
  sentAt: number;
  receivedAt: number;
}

/** Returns the time of an entry or preference; never later than its arrival, so that no later one is ignored. */
const toldAt = ({ sentAt, receivedAt }: Told): string => new Date(Math.min(sentAt, receivedAt)).toISOString();

/**
 * Returns the contact with its name in the phone's address book. The name replaces only a number, the provider's name,
 * or an older name of the address book. A removed entry (an empty name) changes nothing. Returns the same object if
 * nothing changes.
 */
export const contactAfterAddressBook = <T extends Contact>(contact: T, entry: Told & { name: string }): T => {
  const name = providerName(entry.name);
  const at = toldAt(entry);
  const isUsers = contact.nameFrom === 'user' && !isUnnamed(contact);
  const isOlder = contact.phoneNameAt !== null && contact.phoneNameAt >= at;
  if (name === '' || contact.isGroup || isUsers || isOlder) return contact;
  return { ...contact, name, nameFrom: 'phone', phoneNameAt: at };
};

/**
 * Returns the contact after it told the provider whether it wants marketing messages. An older answer than the known
 * one, and its repetition, change nothing: then the same object is returned.
 */
export const contactAfterPreference = <T extends Contact>(
  contact: T,
  preference: Told & { isWanted: boolean },
): T => {
  const at = toldAt(preference);
  if (contact.isGroup || (contact.marketingToldAt !== null && contact.marketingToldAt >= at)) return contact;
  return { ...contact, marketingStoppedAt: preference.isWanted ? null : at, marketingToldAt: at };
};
