import { clearStored, writeStored } from '../storage.ts';
import { closeSession } from './session-store.ts';

/** Time for which the reason is shown before the page reloads. */
const RELOADED_AFTER_MS = 1000;

/**
 * Ends a sign-in session that the server reports as ended, by a later sign-in or by an administrator. No data of the
 * user stays in this browser, on the screen or in memory, except the reason for the sign-in page and the texts that
 * {@link clearStored} keeps.
 */
export const endSession = (ended: 'elsewhere' | 'revoked'): void => {
  closeSession(ended);
  clearStored();
  writeStored('ended', ended);
  setTimeout(() => globalThis.location.reload(), RELOADED_AFTER_MS);
};
