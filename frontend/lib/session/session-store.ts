import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import { createStore } from 'zustand/vanilla';
import { readStored, writeStored } from '../storage.ts';

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
  ended: readStored('ended'),
}));

export const openSession = (session: { token: string; user: SessionUser }): void => {
  writeStored('ended', null);
  sessionStore.setState({ status: 'signed-in', token: session.token, user: session.user, ended: null });
};

/** Ends the tab's session. That it was ended elsewhere says more than what a refused call tells a moment later. */
export const closeSession = (ended: SessionState['ended'] = null): void =>
  sessionStore.setState((before) => ({
    status: 'signed-out',
    token: null,
    user: null,
    ended: before.ended === 'elsewhere' ? before.ended : ended,
  }));

export const replaceUser = (user: SessionUser): void => sessionStore.setState({ user });
