import { companyRoutes } from '@prosa/shared/contracts/companies.ts';
import type { BodyInput } from '@prosa/shared/contracts/route.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { replaceUser, sessionStore } from '../../../lib/session/session-store.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { hoursOf } from '../company-hours.ts';

export type HoursChange = BodyInput<typeof companyRoutes.updateSchedules>;

/**
 * Returns a function that saves parts of the company's hours, one after the other. This tab uses a new time zone
 * immediately.
 */
export const useSaveHours = () => {
  const { t } = useTranslation('settings');
  const { company } = useUser();
  return useMutation({
    scope: { id: companyRoutes.updateSchedules.id },
    mutationFn: (hours: HoursChange) =>
      call(companyRoutes.updateSchedules, { params: { companyId: company.id }, body: hours }),
    onSuccess: (saved) => {
      queryClient.setQueryData(hoursOf(saved.companyId).queryKey, saved);
      const { user } = sessionStore.getState();
      if (user !== null) replaceUser({ ...user, company: { ...user.company, timeZone: saved.timeZone } });
      notifySuccess(t('hours.saved'));
    },
  });
};
