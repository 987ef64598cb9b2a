import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import { useStore } from 'zustand';
import { sessionStore } from '../../../lib/session/session-store.ts';

/** The signed-in user, on screens that only a signed-in user reaches. @throws Error elsewhere. */
export const useUser = (): SessionUser => {
  const user = useStore(sessionStore, (state) => state.user);
  if (user === null) throw new Error('no one is signed in');
  return user;
};
