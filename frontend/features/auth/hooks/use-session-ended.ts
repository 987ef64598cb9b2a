import { useStore } from 'zustand';
import { type SessionState, sessionStore } from '../../../lib/session/session-store.ts';

/** Returns why the last sign-in session ended, if the user did not end it. */
export const useSessionEnded = (): SessionState['ended'] => useStore(sessionStore, (state) => state.ended);
