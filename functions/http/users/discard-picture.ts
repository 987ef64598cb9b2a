import type { User } from '@prosa/shared/entities/user.ts';
import { deleteObject } from '../../platform/blob/blob.ts';
import { errorFields, log } from '../../platform/log.ts';

/**
 * Deletes the previous picture of a user. Never throws, because the user is already changed and no link leads to a
 * leftover file.
 */
export const discardPicture = async ({ companyId, id, profileImage }: User): Promise<void> => {
  if (profileImage === '') return;
  try {
    await deleteObject(profileImage);
  } catch (error) {
    log.warn('the file of a former picture stays', { companyId, userId: id, ...errorFields(error) });
  }
};
