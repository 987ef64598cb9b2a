import { userRoutes } from '@prosa/shared/contracts/users.ts';
import type { Language } from '@prosa/shared/entities/user.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { replaceUser, sessionStore } from '../../../lib/session/session-store.ts';

export interface Preferences {
  language?: Language;
  defaultTheme?: 'light' | 'dark';
  defaultMenu?: 'open' | 'closed';
}

/**
 * Returns a function that saves the user's preferences in the account, so that they apply on every device. Changes
 * are sent one after the other, so that the last one wins on a slow network. Does nothing while no user is signed in.
 */
export const useSavePreferences = (): ((preferences: Preferences) => void) => {
  const save = useMutation({
    scope: { id: userRoutes.update.id },
    mutationFn: ({ id, body }: { id: number; body: Preferences }) =>
      call(userRoutes.update, { params: { id }, body }),
  });
  return (preferences) => {
    const { user } = sessionStore.getState();
    if (user === null) return;
    replaceUser({ ...user, ...preferences });
    save.mutate({ id: user.id, body: preferences });
  };
};
