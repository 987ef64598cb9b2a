import { type UserView, userRoutes } from '@prosa/shared/contracts/users.ts';
import { call } from '../../lib/api/api-client.ts';

/** What a form does with a picture: leaves it, takes it away, or puts another in its place. */
export type PictureChange = 'keep' | 'remove' | File;

/** Saves what a form did with a user's picture. Answers with the user, or null where nothing changed. */
export const savePicture = async (userId: number, change: PictureChange): Promise<UserView | null> => {
  if (change === 'keep') return null;
  const params = { id: userId };
  const { user } =
    change === 'remove'
      ? await call(userRoutes.removePicture, { params })
      : await call(userRoutes.setPicture, { params, body: { typeArch: 'user' }, files: [change] });
  return user;
};
