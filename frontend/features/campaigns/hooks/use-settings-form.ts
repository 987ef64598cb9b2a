import { zodResolver } from '@hookform/resolvers/zod';
import {
  type CampaignSettingValues,
  campaignSettingRoutes,
  campaignSettingValuesSchema,
} from '@prosa/shared/contracts/campaign-settings.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { settingMessage } from '../setting-message.ts';
import { changedSettings } from '../setting-values.ts';
import { campaignSettings } from '../settings-query.ts';

/**
 * Returns the form of the settings of campaigns, and a mutation that saves the changed settings only. If another user
 * saves meanwhile, the form shows the new values of the settings that this user has not changed.
 * @param saved the values on the server
 */
export const useSettingsForm = (saved: CampaignSettingValues) => {
  const { t } = useTranslation('campaigns');
  const form = useForm<CampaignSettingValues>({
    resolver: zodResolver(campaignSettingValuesSchema, { error: settingMessage }),
    defaultValues: saved,
  });
  const shown = useRef(saved);
  const { getValues, reset, setValue } = form;
  useEffect(() => {
    if (changedSettings(shown.current, saved).length === 0) return;
    const draft = getValues();
    const unsaved = changedSettings(shown.current, draft);
    shown.current = saved;
    reset(saved);
    for (const key of unsaved) setValue(key, draft[key], { shouldDirty: true });
  }, [saved, getValues, reset, setValue]);
  const save = useMutation({
    mutationFn: (values: CampaignSettingValues) =>
      call(campaignSettingRoutes.saveSettings, {
        body: {
          settings: Object.fromEntries(
            changedSettings(shown.current, values).map((key) => [key, values[key]]),
          ),
        },
      }),
    onSuccess: (rows) => {
      queryClient.setQueryData(campaignSettings.queryKey, rows);
      notifySuccess(t('settings.saved'));
    },
  });
  return { form, save };
};
