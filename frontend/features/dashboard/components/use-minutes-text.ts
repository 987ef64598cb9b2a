import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { hoursAndMinutes } from '../period.ts';

/** Returns a function that formats an average number of minutes, with hours only where there are any. */
export const useMinutesText = (): ((minutes: number) => string) => {
  const { t } = useTranslation('dashboard');
  return (average) => {
    const { hours, minutes } = hoursAndMinutes(average);
    if (hours === 0) return t('durationMinutes', { minutes });
    const text = { hours: formatNumber(hours), minutes };
    return t(minutes === 0 ? 'durationHours' : 'duration', text);
  };
};
