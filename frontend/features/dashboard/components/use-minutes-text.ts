import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/texts/format.ts';
import { hoursAndMinutes } from '../period.ts';

/** Tells an average of minutes in hours and minutes. */
export const useMinutesText = (): ((minutes: number) => string) => {
  const { t } = useTranslation('dashboard');
  return (average) => {
    const { hours, minutes } = hoursAndMinutes(average);
    return t('duration', { hours: formatNumber(hours), minutes });
  };
};
