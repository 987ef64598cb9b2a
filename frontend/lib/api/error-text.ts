import type { ErrorCode } from '@prosa/shared/errors.ts';
import { sendFailureOf } from '@prosa/shared/rules/send-failure.ts';
import i18next from 'i18next';
import { ApiError, codeOfStatus } from './api-error.ts';

const isTold = (code: string): code is ErrorCode => i18next.exists(code, { ns: 'errors' });

/**
 * A failure in the person's language: by its code, by its status where a newer server has a code of its own, and never a
 * blank. The texts of codes are there once a call was refused.
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
 * Why something failed, from what was stored of it: an error code or a known failure of a send in the person's
 * language, anything else as it is. For screens that fetch the texts of errors.
 */
export const reasonText = (reason: string): string => {
  const t = i18next.getFixedT(null, ['errors', 'common']);
  if (reason === 'ERR_NETWORK') return t('common:failure.network');
  if (isTold(reason)) return t(reason);
  const failure = sendFailureOf(reason);
  return failure === undefined ? reason : t(`sendFailures.${failure}`);
};
