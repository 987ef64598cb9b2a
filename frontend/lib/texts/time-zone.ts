import { sessionStore } from '../session/session-store.ts';

/** The company's time zone, by which everything on the screen is told; the browser's own while nobody is signed in. */
export const timeZone = (): string | undefined => sessionStore.getState().user?.company.timeZone;
