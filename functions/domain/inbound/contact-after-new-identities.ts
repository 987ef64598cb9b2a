import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { haveCommon } from '../contacts/canonical-identity.ts';

const isPhone = ({ kind }: Identity): boolean => kind === 'phone';

/**
 * Returns a contact whose provider says that the person's identities changed. The new identities that belong to no
 * other contact come first, because replies go to them. A new phone replaces the old one, which may be given to
 * another person: the old phone no longer finds the contact, the other old identities still do.
 *
 * Returns the same object if nothing changes. A phone is only replaced if the contact still has the old one, so a
 * repeated or late event does not bring back a number that the person has given up.
 * @param unknown the new identities that belong to no contact, in canonical form
 */
export const contactAfterNewIdentities = <T extends Contact>(
  contact: T,
  { old, identities }: { old: readonly Identity[]; identities: readonly Identity[] },
  unknown: readonly Identity[],
): T => {
  const leaving = contact.identities.filter((one) => isPhone(one) && haveCommon([one], old));
  const entering = identities.filter((one) => haveCommon([one], unknown));
  const takesPhone = leaving.length > 0 || contact.number === '';
  const added = entering.filter((one) => takesPhone || !isPhone(one));
  if (added.length === 0) return contact;
  const phone = added.find(isPhone);
  const kept = contact.identities.filter((one) => phone === undefined || !leaving.includes(one));
  const hadNumber = contact.number === '' || haveCommon([{ kind: 'phone', value: contact.number }], old);
  const number = phone !== undefined && hadNumber ? phone.value : contact.number;
  return {
    ...contact,
    // A contact without a name is shown by its number.
    name: contact.name === contact.number ? number : contact.name,
    number,
    identities: [...added, ...kept],
  };
};
