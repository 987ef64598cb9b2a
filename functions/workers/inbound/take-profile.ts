import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { writeContact } from '../../conversations/ensure-contact.ts';
import { haveCommon } from '../../domain/contacts/canonical-identity.ts';
import { contactAfterProfile } from '../../domain/inbound/contact-profile.ts';
import { deleteObject } from '../../platform/blob/blob.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { loadContact } from '../../repositories/contacts/contacts.ts';
import type { InboundContext } from './ports.ts';

/**
 * Gives a contact the picture that its provider shows, and its name if it has none yet. Does nothing if the person is
 * not this contact. One read; two more and a transaction if the contact changes. The file of a picture that the person
 * removed, or of a contact that was removed meanwhile, is deleted.
 */
export const takeProfile = (
  context: InboundContext,
  { contactId, connectionId, person, ...told }: InboundEventOf<'profile'>,
): Promise<void> =>
  retryOnConflict(async () => {
    const contact = await loadContact(context.table, contactId);
    if (contact === undefined && told.pictureKey) await deleteObject(told.pictureKey);
    if (contact === undefined || !haveCommon(contact.identities, [person])) return;
    const after = contactAfterProfile(contact, told, connectionId);
    if (after === contact) return;
    await writeContact(context, contact, after);
    if (contact.urlPicture !== '' && after.urlPicture === '') await deleteObject(contact.urlPicture);
  });
