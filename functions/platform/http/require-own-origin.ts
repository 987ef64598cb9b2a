import { CSRF_HEADER } from '@prosa/shared/contracts/route.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { requireEnv } from '../env.ts';

/**
 * Refuses cross-site requests: cookies are accepted only from our own origin, compared exactly, with a header that no
 * form and no simple request can carry (S-08).
 * @throws AppError ERR_ORIGIN_REFUSED
 */
export const requireOwnOrigin = (headers: Readonly<Record<string, string | undefined>>): void => {
  const isOwn = headers.origin === requireEnv('APP_ORIGIN');
  const isMarked = (headers[CSRF_HEADER] ?? '') !== '';
  if (!isOwn || !isMarked) throw new AppError('ERR_ORIGIN_REFUSED');
};
