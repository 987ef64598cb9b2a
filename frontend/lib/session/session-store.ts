import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import { createStore } from 'zustand/vanilla';
import { readStored, writeStored } from '../storage.ts';

/**
 * `unknown` until the response to the first refresh; `starting` while the server responds that it is starting;
 * `unreachable` while the server does not respond.
 */
export type SessionStatus = 'unknown' | 'starting' | 'unreachable' | 'signed-in' | 'signed-out';

export interface SessionState {
  status: SessionStatus;
  user: SessionUser | null;
  /** Access token; only in memory. */
  token: string | null;
  /** Why the sign-in session ended, if the user did not end it. */
  ended: 'expired' | 'elsewhere' | 'revoked' | null;
}

/** The tab's sign-in session. Screens read it through `useSession`. */
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

/**
 * Ends the tab's sign-in session. A reason that the server gave is kept, because it is more precise than the
 * reason of a call that is refused a moment later.
 */
export const closeSession = (ended: SessionState['ended'] = null): void =>
  sessionStore.setState((before) => ({
    status: 'signed-out',
    token: null,
    user: null,
    ended: before.ended === 'elsewhere' || before.ended === 'revoked' ? before.ended : ended,
  }));

/** Sets the status while the server is starting or does not respond, so the session is still unknown. */
export const awaitServer = (status: 'starting' | 'unreachable'): void => sessionStore.setState({ status });

export const replaceUser = (user: SessionUser): void => sessionStore.setState({ user });
