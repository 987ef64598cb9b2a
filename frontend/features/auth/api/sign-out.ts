import { authRoutes } from '@prosa/shared/contracts/auth.ts';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { announceSession } from '../../../lib/session/session-channel.ts';
import { closeSession } from '../../../lib/session/session-store.ts';
import { writeStored } from '../../../lib/storage.ts';

/**
 * Signs out in this tab and in the browser's other tabs. When the server cannot be reached, the tabs still drop the
 * sign-in session, and the error is thrown, because the cookie is still valid.
 */
export const signOut = async (): Promise<void> => {
  try {
    await call(authRoutes.logout, {});
  } finally {
    writeStored('signedIn', null);
    writeStored('helpChats', null);
    announceSession({ type: 'signed-out' });
    closeSession();
    queryClient.clear();
  }
};
