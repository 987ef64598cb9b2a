import { clearStored, writeStored } from '../storage.ts';
import { closeSession } from './session-store.ts';

/** How long what the session ended with stands before the page begins anew. */
const RELOADED_AFTER_MS = 1000;

/**
 * Ends a session that was ended elsewhere: nothing of the person stays in this browser, on the screen or in memory; only
 * why, for the sign-in page.
 */
export const endElsewhere = (): void => {
  closeSession('elsewhere');
  clearStored();
  writeStored('ended', 'elsewhere');
  setTimeout(() => globalThis.location.reload(), RELOADED_AFTER_MS);
};
