import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/api/api-error.ts';

/** Answers the same id for the same request: one that is made again, as after a lost answer, makes no second message. */
export const useClientId = (): ((asked: unknown) => string) => {
  const last = useRef({ asked: '', clientId: '' });
  return (asked) => {
    const text = JSON.stringify(asked);
    if (last.current.asked !== text) last.current = { asked: text, clientId: crypto.randomUUID() };
    return last.current.clientId;
  };
};

/** Overloaded or away for a moment, or never reached. */
const isPassing = ({ status }: ApiError): boolean => status === 0 || status === 429 || status >= 500;

/** Why what was composed did not leave, in the words that attendants know; null where its error has words of its own. */
export const useSendFailure = (): ((error: unknown) => string | null) => {
  const { t } = useTranslation('messages');
  return (error) => {
    if (!(error instanceof ApiError) || isPassing(error)) return t('interactive.sendFailed');
    return error.code === 'ERR_NO_TICKET_FOUND' ? t('interactive.ticketInvalid') : null;
  };
};
