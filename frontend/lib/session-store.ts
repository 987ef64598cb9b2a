import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import { createStore } from 'zustand/vanilla';

/** `unknown` until the first refresh has answered. */
export type SessionStatus = 'unknown' | 'signed-in' | 'signed-out';

export interface SessionState {
  status: SessionStatus;
  user: SessionUser | null;
  /** Access token; lives in memory only. */
  token: string | null;
  /** Why the session ended, when the person did not end it. */
  ended: 'expired' | 'elsewhere' | null;
}

/** The tab's session. Screens read it through `useSession`. */
export const sessionStore = createStore<SessionState>(() => ({
  status: 'unknown',
  user: null,
  token: null,
  ended: null,
}));

export const openSession = (session: { token: string; user: SessionUser }): void =>
  sessionStore.setState({ status: 'signed-in', token: session.token, user: session.user, ended: null });

export const closeSession = (ended: SessionState['ended'] = null): void =>
  sessionStore.setState({ status: 'signed-out', token: null, user: null, ended });

export const replaceUser = (user: SessionUser): void => sessionStore.setState({ user });
