import { campaignSettingsSchema } from '@prosa/shared/entities/campaign-settings.ts';
import { defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

/** Not in the directory, because only campaigns and their screens need it. */
export const CampaignSettings = defineEntity({
  name: 'campaignSettings',
  schema: campaignSettingsSchema,
  scope: 'tenant',
  key: keys.campaignSettings,
});
