import type { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { hidesNumbers } from '@prosa/shared/rules/hide-numbers.ts';
import { presentPicture } from '../../domain/presenters/present-picture.ts';
import { mediaLinker } from '../../platform/blob/media-link.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { openTable } from '../../platform/table/table.ts';
import { findContactByIdentities } from '../../repositories/contacts/contacts.ts';

/** Returns the contact with a number, in either spelling of a Brazilian mobile number. Two reads. */
export const contactProfile = async ({
  principal,
  params,
  clock,
}: HandlerContext<typeof contactRoutes.profile>) => {
  const { directory, user, companyId } = principal;
  // A user who may not see numbers could otherwise guess the number of a contact.
  if (hidesNumbers(directory.settings, user)) throw new AppError('ERR_NO_PERMISSION');
  const { contact } = await findContactByIdentities(openTable(companyId), [
    { kind: 'phone', value: params.number },
  ]);
  if (contact === undefined) throw new AppError('ERR_NO_CONTACT_FOUND');
  const urlPicture = presentPicture({ link: await mediaLinker(clock.now()) }, contact.urlPicture);
  return { contactId: contact.id, urlPicture, profilePicUrl: urlPicture };
};
