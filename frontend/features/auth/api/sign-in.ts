import { signInRoutes } from '@prosa/shared/contracts/sign-in.ts';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { startPage } from '../../../lib/session/page-start.ts';
import { announceSession } from '../../../lib/session/session-channel.ts';
import { openSession } from '../../../lib/session/session-store.ts';
import { writeStored } from '../../../lib/storage.ts';

/**
 * Signs in; the browser's other tabs follow.
 * @throws ApiError with the server's refusal
 */
export const signIn = async (input: {
  email: string;
  password: string;
  remember: boolean;
}): Promise<void> => {
  const session = await call(signInRoutes.signIn, { body: { ...input, page: startPage() } });
  queryClient.clear();
  writeStored('signedIn', true);
  writeStored('email', input.remember ? input.email : null);
  openSession(session);
  announceSession({ type: 'renewed', ...session });
};
