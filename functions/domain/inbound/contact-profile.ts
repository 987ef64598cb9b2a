import type { Contact } from '@prosa/shared/entities/contact.ts';
import { contactAfterMessage, isUnnamed } from './contact-after-message.ts';

/**
 * A contact's picture is fetched again after this time. Meta does not report that a person changed it, and WhatsApp
 * reports it only for people who are known to the account's phone.
 */
export const PICTURE_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Whether to ask the provider for a contact's profile, because its name is missing or its picture unknown or old. */
export const lacksProfile = (contact: Contact, nowMs: number): boolean =>
  // A group's name comes with its messages.
  (!contact.isGroup && isUnnamed(contact)) ||
  contact.pictureAt === null ||
  nowMs - Date.parse(contact.pictureAt) >= PICTURE_KEPT_MS;

interface Told {
  name: string;
  /** null if the provider shows none; undefined if it could not be fetched. */
  pictureKey?: string | null | undefined;
  /** Epoch milliseconds. */
  receivedAt: number;
}

/**
 * Returns the contact after the provider told its profile: the name if it has none, and the picture. An older picture
 * than the known one, and its repetition, change nothing. Returns the same object if nothing changes.
 */
export const contactAfterProfile = <T extends Contact>(
  contact: T,
  { name, pictureKey, receivedAt }: Told,
  connectionId: number,
): T => {
  const named = contactAfterMessage(contact, { identities: [], name }, [], connectionId);
  const pictureAt = new Date(receivedAt).toISOString();
  if (pictureKey === undefined || pictureAt <= (contact.pictureAt ?? '')) return named;
  return { ...named, urlPicture: pictureKey === null ? '' : pictureKey, pictureAt };
};
