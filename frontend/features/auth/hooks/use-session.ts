import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import type { Ability } from '@prosa/shared/permissions.ts';
import { useStore } from 'zustand';
import { type SessionStatus, sessionStore } from '../../../lib/session/session-store.ts';

export interface Session {
  status: SessionStatus;
  user: SessionUser | null;
  /** Whether the server allows this user an action. */
  can: (ability: Ability) => boolean;
}

/** Returns the tab's sign-in session and the user's permissions as sent by the server. */
export const useSession = (): Session => {
  const status = useStore(sessionStore, (state) => state.status);
  const user = useStore(sessionStore, (state) => state.user);
  return { status, user, can: (ability) => user?.abilities.includes(ability) ?? false };
};
