import { userRoutes } from '@prosa/shared/contracts/users.ts';
import type { Language } from '@prosa/shared/entities/user.ts';
import { call } from '../../../lib/api-client.ts';
import { replaceUser, sessionStore } from '../../../lib/session-store.ts';

export interface Preferences {
  language?: Language;
  defaultTheme?: 'light' | 'dark';
  defaultMenu?: 'open' | 'closed';
}

/** Keeps how a person likes the app, in the account: the same on every device. */
export const savePreferences = async (userId: number, preferences: Preferences): Promise<void> => {
  const { user } = sessionStore.getState();
  if (user !== null) replaceUser({ ...user, ...preferences });
  await call(userRoutes.update, { params: { id: userId }, body: preferences });
};
