import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import { useStore } from 'zustand';
import { sessionStore } from '../../../lib/session/session-store.ts';

/**
 * Returns the signed-in user, on screens that require one.
 * @throws Error when no user is signed in
 */
export const useUser = (): SessionUser => {
  const user = useStore(sessionStore, (state) => state.user);
  if (user === null) throw new Error('no one is signed in');
  return user;
};
