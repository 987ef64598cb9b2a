import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import type { Ability } from '@prosa/shared/permissions.ts';
import { useStore } from 'zustand';
import { type SessionStatus, sessionStore } from '../../../lib/session/session-store.ts';

export interface Session {
  status: SessionStatus;
  user: SessionUser | null;
  /** Whether the server lets this session do something. */
  can: (ability: Ability) => boolean;
}

/** The session of this tab, and what it may do as the server told. */
export const useSession = (): Session => {
  const status = useStore(sessionStore, (state) => state.status);
  const user = useStore(sessionStore, (state) => state.user);
  return { status, user, can: (ability) => user?.abilities.includes(ability) ?? false };
};
