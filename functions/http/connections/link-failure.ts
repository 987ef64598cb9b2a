import { AppError, type ErrorCode } from '@prosa/shared/errors.ts';
import { ProviderFailed } from '../../channels/driver.ts';
import { log } from '../../platform/log.ts';

/** Refusals of an object that does not exist, or that the token may not see: Meta gives both the same codes. */
const UNSEEN: ReadonlySet<string> = new Set(['refused-100', 'refused-803']);

const codeFor = ({ reason, remedy }: ProviderFailed): ErrorCode => {
  if (UNSEEN.has(reason)) return 'ERR_LINK_ACCOUNT_MISSING';
  if (remedy.does !== 'relink') return 'ERR_LINK_FAILED';
  switch (remedy.because) {
    case 'permission-missing':
      return 'ERR_LINK_PERMISSION';
    case 'account-gone':
      return 'ERR_LINK_ACCOUNT_MISSING';
    default:
      return 'ERR_LINK_TOKEN_REFUSED';
  }
};

/**
 * Runs calls to a provider. A failure is logged by its reason alone, because Meta repeats a malformed token in its
 * error's text.
 * @throws AppError ERR_LINK_TOKEN_REFUSED, ERR_LINK_PERMISSION, ERR_LINK_ACCOUNT_MISSING or ERR_LINK_FAILED
 */
export const askProvider = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    log.info('account not linked', { reason: error.reason });
    throw new AppError(codeFor(error));
  }
};
