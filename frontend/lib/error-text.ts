import i18next from 'i18next';
import { ApiError } from './api-error.ts';

/** A failure in the person's language: by its code, and never a blank. */
export const errorText = (error: unknown): string => {
  const t = i18next.getFixedT(null, 'errors');
  if (!(error instanceof ApiError)) return t('ERR_UNEXPECTED');
  const text = t(error.code);
  return text === error.code && error.text !== '' ? error.text : text;
};
