import { sessionStore } from '../session/session-store.ts';

/**
 * Returns the company's time zone, which the whole screen uses; undefined (the browser's own) while no user is signed
 * in.
 */
export const timeZone = (): string | undefined => sessionStore.getState().user?.company.timeZone;
