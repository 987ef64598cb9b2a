import { AppError, type ErrorCode } from '@prosa/shared/errors.ts';
import { ProviderFailed } from '../../channels/driver.ts';
import { log } from '../../platform/log.ts';

/** Refusals of an object that does not exist, or that the token may not see: Meta gives both the same codes. */
const UNSEEN: ReadonlySet<string> = new Set(['refused-100', 'refused-803']);

/** Refusals of a PIN: it is another one, the number must be verified again, or there were too many attempts. */
const OF_PIN: ReadonlyMap<string, ErrorCode> = new Map([
  ['refused-133005', 'ERR_PIN_WRONG'],
  ['refused-133006', 'ERR_NUMBER_UNVERIFIED'],
  ['refused-133008', 'ERR_PIN_LIMIT'],
  ['refused-133009', 'ERR_PIN_LIMIT'],
  ['refused-133016', 'ERR_PIN_LIMIT'],
]);

const codeFor = ({ reason, remedy }: ProviderFailed): ErrorCode => {
  if (UNSEEN.has(reason)) return 'ERR_LINK_ACCOUNT_MISSING';
  const ofPin = OF_PIN.get(reason);
  if (ofPin !== undefined) return ofPin;
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
 * @throws AppError ERR_LINK_TOKEN_REFUSED, ERR_LINK_PERMISSION, ERR_LINK_ACCOUNT_MISSING or ERR_LINK_FAILED; for a PIN
 * also ERR_PIN_WRONG, ERR_PIN_LIMIT or ERR_NUMBER_UNVERIFIED
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
