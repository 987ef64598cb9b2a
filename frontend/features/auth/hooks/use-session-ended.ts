import { useStore } from 'zustand';
import { type SessionState, sessionStore } from '../../../lib/session/session-store.ts';

/** Why the last session ended, when the person did not end it. */
export const useSessionEnded = (): SessionState['ended'] => useStore(sessionStore, (state) => state.ended);
