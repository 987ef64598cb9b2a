import type { User } from '@prosa/shared/entities/user.ts';
import { deleteObject } from '../../platform/blob/blob.ts';
import { errorFields, log } from '../../platform/log.ts';

/**
 * Deletes the picture that a user no longer has. Never fails: the change it follows is done, and a file that stays is
 * reached by nobody.
 */
export const discardPicture = async ({ companyId, id, profileImage }: User): Promise<void> => {
  if (profileImage === '') return;
  try {
    await deleteObject(profileImage);
  } catch (error) {
    log.warn('the file of a former picture stays', { companyId, userId: id, ...errorFields(error) });
  }
};
