import { ApiError } from '../../lib/api/api-error.ts';
import { errorText } from '../../lib/api/error-text.ts';
import { useTranslation } from '../../lib/texts/use-translation.ts';
import { isExplainedHere } from './error-explanations.ts';

/** Returns a function for the text of an error of the external API. */
export const useExternalError = (): ((error: unknown) => string) => {
  const { t } = useTranslation('messages-api');
  return (error) =>
    error instanceof ApiError && isExplainedHere(error.code) ? t(`error.${error.code}`) : errorText(error);
};
