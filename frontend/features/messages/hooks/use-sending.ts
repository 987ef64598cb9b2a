import { useRef } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { uploadFile } from '../../files/upload-file.ts';

/**
 * Returns a function that gives the same client id for the same request, so that a retry, e.g. after a lost response,
 * creates no second message.
 */
export const useClientId = (): ((asked: unknown) => string) => {
  const last = useRef({ asked: '', clientId: '' });
  return (asked) => {
    const text = JSON.stringify(asked);
    if (last.current.asked !== text) last.current = { asked: text, clientId: crypto.randomUUID() };
    return last.current.clientId;
  };
};

/** Returns a function that uploads a file only once, so that a retry uses the same key. */
export const useUploadedKey = (): ((file: File) => Promise<string>) => {
  const known = useRef<{ file: File; key: string } | null>(null);
  return async (file) => {
    if (known.current?.file !== file)
      known.current = { file, key: await uploadFile(file, new AbortController().signal, () => undefined) };
    return known.current.key;
  };
};

/** Whether an error is temporary: overloaded, briefly unavailable, or unreachable. */
const isPassing = ({ status }: ApiError): boolean => status === 0 || status === 429 || status >= 500;

/**
 * Returns a function that explains in the attendants' words why a composed message was not sent; null where the error
 * code's own text fits.
 */
export const useSendFailure = (): ((error: unknown) => string | null) => {
  const { t } = useTranslation('messages');
  return (error) => {
    if (!(error instanceof ApiError) || isPassing(error)) return t('interactive.sendFailed');
    return error.code === 'ERR_NO_TICKET_FOUND' ? t('interactive.ticketInvalid') : null;
  };
};
