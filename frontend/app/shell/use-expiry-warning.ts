import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../features/auth/hooks/use-user.ts';
import { expiryWarningDays } from '../../features/auth/subscription.ts';
import { notifyWarning } from '../../lib/screen/notify.ts';

const WARNING_MS = 8000;
const ID = 'expiry';

/** Says once per visit that the subscription runs out within days, in the language that is chosen meanwhile, too. */
export const useExpiryWarning = (): void => {
  const { t } = useTranslation('auth');
  const { company } = useUser();
  useEffect(() => {
    const days = expiryWarningDays(company.dueDate, Date.now());
    if (days !== null) notifyWarning(t('subscription.soon', { count: days }), WARNING_MS, ID);
  }, [company.dueDate, t]);
};
