import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { channelOf } from '../../channels/channels.ts';
import { commitDecision, decideOn } from '../../conversations/act.ts';
import { asSystem } from '../../conversations/actor.ts';
import { writeContact } from '../../conversations/ensure-contact.ts';
import { emptyScene } from '../../conversations/scene.ts';
import { haveCommon } from '../../domain/contacts/canonical-identity.ts';
import { contactAfterProfile } from '../../domain/inbound/contact-profile.ts';
import { profileCalls } from '../../domain/turns/profile-calls.ts';
import { mergeTurns } from '../../domain/turns/turn.ts';
import { deleteObject } from '../../platform/blob/blob.ts';
import { contactPictureKey } from '../../platform/blob/file-keys.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import {
  type ContactRow,
  findContactByIdentities,
  loadContact,
} from '../../repositories/contacts/contacts.ts';
import type { InboundContext } from './ports.ts';

/** Writes a contact if it changed, and deletes the file of a picture that it no longer has. */
const write = async (context: InboundContext, contact: ContactRow, after: Contact): Promise<void> => {
  if (after === contact) return;
  await writeContact(context, contact, after);
  const { urlPicture } = contact;
  if (urlPicture !== '' && urlPicture !== after.urlPicture) await deleteObject(urlPicture);
};

/**
 * Gives a contact the picture that its provider shows, and its name if it has none yet. Does nothing if the person is
 * not this contact. One read; two more and a transaction if the contact changes. The files of pictures that the contact
 * does not have are deleted: of the previous one, and of one that came too late or for a contact that was removed.
 */
export const takeProfile = (
  context: InboundContext,
  { contactId, connectionId, person, ...told }: InboundEventOf<'profile'>,
): Promise<void> =>
  retryOnConflict(async () => {
    const contact = await loadContact(context.table, contactId);
    const isTheirs = contact !== undefined && haveCommon(contact.identities, [person]);
    const after = isTheirs ? contactAfterProfile(contact, told, connectionId) : contact;
    if (contact !== undefined && after !== undefined) await write(context, contact, after);
    if (told.pictureKey && told.pictureKey !== after?.urlPicture) await deleteObject(told.pictureKey);
  });

/**
 * Removes the picture of a contact that removed it at the provider, or asks the provider for the new one. Does nothing
 * for a person who is no contact. Two reads; then one write for the question, or two more reads and a transaction.
 */
export const changePicture = (
  context: InboundContext,
  event: InboundEventOf<'picture-change'>,
): Promise<void> =>
  retryOnConflict(async () => {
    const { chat, companyId, connectionId, isRemoved, receivedAt } = event;
    const { contact } = await findContactByIdentities(context.table, chat.identities);
    if (contact === undefined) return;
    if (isRemoved) {
      const told = { name: '', pictureKey: null, receivedAt };
      await write(context, contact, contactAfterProfile(contact, told, connectionId));
      return;
    }
    const asked = { contactId: contact.id, pictureKey: contactPictureKey(companyId, contact.id) };
    const calls = profileCalls(event, asked, channelOf(event));
    if (calls.length === 0) return;
    const scene = emptyScene(asSystem(context.directory));
    await commitDecision(await decideOn(scene, context, () => mergeTurns({ calls })));
  });
