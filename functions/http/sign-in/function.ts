import { signInRoutes } from '@prosa/shared/contracts/sign-in.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = signInRoutes;

export default httpFunction(routes, {
  // One full CPU, because hashing a password uses it for a moment.
  memoryMb: 1769,
  // A flood of sign-ins must not use up the account's concurrency (S-11), nor the concurrency of signed-in users, who
  // call another function.
  reserves: { perThousand: 20 },
  bundleKb: 740,
  grants: { secrets: ['signing', 'media'] },
  errorImpact: 'Nobody can sign in.',
});
