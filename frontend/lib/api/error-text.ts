import type { ErrorCode } from '@prosa/shared/errors.ts';
import { sendFailureOf } from '@prosa/shared/rules/send-failure.ts';
import i18next from 'i18next';
import { ApiError, codeOfStatus } from './api-error.ts';

const isTold = (code: string): code is ErrorCode => i18next.exists(code, { ns: 'errors' });

/**
 * Returns the text of an error in the user's language: by its code, or by its status for an unknown code of a newer
 * server; never empty. The texts of the codes are loaded after the first refused call.
 */
export const errorText = (error: unknown): string => {
  const t = i18next.getFixedT(null, ['errors', 'common']);
  if (!(error instanceof ApiError)) return t('common:failure.unexpected');
  if (error.code === 'ERR_NETWORK') return t('common:failure.network');
  if (isTold(error.code)) return t(error.code);
  const code = codeOfStatus(error.status);
  return isTold(code) ? t(code) : t('common:failure.unexpected');
};

/**
 * Returns the reason of a failure from its stored text: an error code or a known send failure in the user's language,
 * any other text unchanged. For screens that load the error texts.
 */
export const reasonText = (reason: string): string => {
  const t = i18next.getFixedT(null, ['errors', 'common']);
  if (reason === 'ERR_NETWORK') return t('common:failure.network');
  if (isTold(reason)) return t(reason);
  const failure = sendFailureOf(reason);
  return failure === undefined ? reason : t(`sendFailures.${failure}`);
};
