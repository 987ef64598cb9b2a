import {
  CAMPAIGN_SETTING_KEYS,
  type CampaignSettingRows,
  type CampaignSettingValues,
  campaignSettingValuesSchema,
} from '@prosa/shared/contracts/campaign-settings.ts';

/** Parses the rows of the API, each value of which is a JSON text. */
export const readSettingRows = (rows: CampaignSettingRows): CampaignSettingValues =>
  campaignSettingValuesSchema.parse(
    Object.fromEntries(rows.map(({ key, value }): [string, unknown] => [key, JSON.parse(value)])),
  );

/** Returns the names of the settings that differ. */
export const changedSettings = (
  before: CampaignSettingValues,
  after: CampaignSettingValues,
): (keyof CampaignSettingValues)[] =>
  CAMPAIGN_SETTING_KEYS.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
