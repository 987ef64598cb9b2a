import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { connectionQuality } from '../campaign-queries.ts';

/**
 * Returns in words how well the campaigns of a connection are received, and how many messages it may send today;
 * undefined for no connection, and until it is known.
 */
export const useQualityText = (connectionId: unknown): string | undefined => {
  const { t } = useTranslation('campaigns');
  const { data } = useQuery(connectionQuality);
  const found = data?.find(({ whatsappId }) => whatsappId === connectionId);
  if (found === undefined) return undefined;
  const { quality, capOfDay, sentToday } = found;
  return [
    t(`quality.${quality}`),
    capOfDay === null
      ? t('quality.today', { sent: formatNumber(sentToday) })
      : t('quality.todayOf', { sent: formatNumber(sentToday), cap: formatNumber(capOfDay) }),
  ].join(' · ');
};
