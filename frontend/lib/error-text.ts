import { ERROR_CATALOGUE, type ErrorCode } from '@prosa/shared/errors.ts';
import { sendFailureOf } from '@prosa/shared/rules/send-failure.ts';
import i18next from 'i18next';
import { ApiError } from './api-error.ts';

/** A failure in the person's language: by its code, and never a blank. */
export const errorText = (error: unknown): string => {
  const t = i18next.getFixedT(null, 'errors');
  if (!(error instanceof ApiError)) return t('ERR_UNEXPECTED');
  const text = t(error.code);
  return text === error.code && error.text !== '' ? error.text : text;
};

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERROR_CATALOGUE, text);

/**
 * Why something failed, from what was stored of it: an error code or a known failure of a send in the person's
 * language, anything else as it is.
 */
export const reasonText = (reason: string): string => {
  if (isErrorCode(reason) || reason === 'ERR_NETWORK')
    return errorText(new ApiError({ code: reason, status: 0 }));
  const failure = sendFailureOf(reason);
  return failure === undefined ? reason : i18next.getFixedT(null, 'errors')(`sendFailures.${failure}`);
};
