import { expiryWarningDays } from '@prosa/shared/rules/subscription.ts';
import { useEffect } from 'react';
import { useUser } from '../../features/auth/hooks/use-user.ts';
import { notifyWarning } from '../../lib/screen/notify.ts';
import { todayIn } from '../../lib/texts/format.ts';
import { useTranslation } from '../../lib/texts/use-translation.ts';

const WARNING_MS = 8000;
const ID = 'expiry';

/** Warns once per visit that the subscription expires within days, in the currently selected language. */
export const useExpiryWarning = (): void => {
  const { t } = useTranslation('auth');
  const { dueDate, timeZone } = useUser().company;
  useEffect(() => {
    const days = expiryWarningDays(dueDate, todayIn(timeZone));
    if (days !== null) notifyWarning(t('subscription.soon', { count: days }), WARNING_MS, ID);
  }, [dueDate, timeZone, t]);
};
