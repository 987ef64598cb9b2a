import { useRef } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

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
