import { useEffect, useReducer } from 'react';
import { useUser } from '../../features/auth/hooks/use-user.ts';
import { capInForce } from '../../lib/session/reached-caps.ts';
import { formatDateTime, formatNumber } from '../../lib/texts/format.ts';
import { useTranslation } from '../../lib/texts/use-translation.ts';
import { NoticeLine } from './notice-line.tsx';

/** Shows a thin line while the company, or one of its connections, may send no more messages today. */
export const SendCapBanner = () => {
  const { t } = useTranslation('shell');
  const cap = capInForce(useUser().company.reachedSendCaps, Date.now());
  const [, renderAgain] = useReducer((renders: number) => renders + 1, 0);
  const endsAt = cap?.endsAt;
  useEffect(() => {
    if (endsAt === undefined) return undefined;
    const timer = setTimeout(renderAgain, Date.parse(endsAt) - Date.now());
    return () => clearTimeout(timer);
  }, [endsAt]);
  const text =
    cap === undefined
      ? null
      : t(cap.connectionId === null ? 'sendCapCompany' : 'sendCapConnection', {
          cap: formatNumber(cap.cap),
          until: formatDateTime(cap.endsAt),
        });
  return <NoticeLine text={text} />;
};
