import { companyRoutes } from '@prosa/shared/contracts/companies.ts';
import type { BodyInput } from '@prosa/shared/contracts/route.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useUnsaved } from '../../../lib/screen/use-unsaved.ts';
import { replaceUser, sessionStore } from '../../../lib/session/session-store.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { settingsOf } from '../settings-query.ts';

type Setting = BodyInput<typeof companyRoutes.updateSetting>;

/**
 * Returns a function that saves settings one after the other, so that the last change wins on a slow network. This
 * tab applies the change immediately, without waiting for the live event.
 */
export const useSaveSetting = () => {
  const { t } = useTranslation('settings');
  return useMutation({
    scope: { id: companyRoutes.updateSetting.id },
    mutationFn: (setting: Setting) => call(companyRoutes.updateSetting, { body: setting }),
    onSuccess: ({ result }, { column }) => {
      const { queryKey } = settingsOf(result.companyId);
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, result);
      const { user } = sessionStore.getState();
      if (user !== null) replaceUser({ ...user, company: { ...user.company, companieSettings: result } });
      // Another address of the service drops the key.
      const isKeyLost = before?.transcriptionKey === true && !result.transcriptionKey;
      notifySuccess(t(isKeyLost && column !== 'transcriptionKey' ? 'savedWithoutKey' : 'saved'));
    },
  });
};

/**
 * A setting that is saved when it is selected.
 * @param saved the value on the server
 * @returns the displayed value, and a function that saves another value
 */
export const useSavedChoice = (column: Setting['column'], saved: string) => {
  const save = useSaveSetting();
  const { shown, choose } = useUnsaved(saved);
  return {
    shown,
    choose: (data: string) => choose(data, (done) => save.mutate({ column, data }, { onSettled: done })),
  };
};
