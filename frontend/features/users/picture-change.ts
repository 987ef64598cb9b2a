import { type UserView, userRoutes } from '@prosa/shared/contracts/users.ts';
import { call } from '../../lib/api/api-client.ts';

/** A form's change of a picture: keep, remove, or replace with another file. */
export type PictureChange = 'keep' | 'remove' | File;

/** Saves the form's change of a user's picture. Returns the user, or null when nothing changed. */
export const savePicture = async (userId: number, change: PictureChange): Promise<UserView | null> => {
  if (change === 'keep') return null;
  const params = { id: userId };
  const { user } =
    change === 'remove'
      ? await call(userRoutes.removePicture, { params })
      : await call(userRoutes.setPicture, { params, body: { typeArch: 'user' }, files: [change] });
  return user;
};
