import { authRoutes } from '@prosa/shared/contracts/auth.ts';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { announceSession } from '../../../lib/session/session-channel.ts';
import { closeSession } from '../../../lib/session/session-store.ts';
import { writeStored } from '../../../lib/storage.ts';

/**
 * Signs out here and in this browser's other tabs. Where the server cannot be reached the tabs forget the session all
 * the same, and the failure is thrown: the cookie is still alive.
 */
export const signOut = async (): Promise<void> => {
  try {
    await call(authRoutes.logout, {});
  } finally {
    writeStored('signedIn', null);
    announceSession({ type: 'signed-out' });
    closeSession();
    queryClient.clear();
  }
};
