import {
  CAMPAIGN_SETTING_FIELDS,
  CAMPAIGN_SETTING_KEYS,
  type CampaignSettingRows,
  type CampaignSettingValues,
} from '@prosa/shared/contracts/campaign-settings.ts';
import { type CampaignSettings, campaignSettingsSchema } from '@prosa/shared/entities/campaign-settings.ts';
import type { FieldProblem } from '@prosa/shared/errors.ts';

/** Returns one row for each setting. A row's id is its position in the list, from 1. */
export const presentCampaignSettings = (settings: CampaignSettings): CampaignSettingRows =>
  CAMPAIGN_SETTING_KEYS.map((key, index) => ({
    id: index + 1,
    key,
    value: JSON.stringify(settings[CAMPAIGN_SETTING_FIELDS[key]]),
  }));

/** Returns the settings with some changed, or the problem if the sending hours would end before they start. */
export const changeCampaignSettings = (
  settings: CampaignSettings,
  wanted: { [K in keyof CampaignSettingValues]?: CampaignSettingValues[K] | undefined },
): { settings: CampaignSettings } | { problems: FieldProblem[] } => {
  const changes = CAMPAIGN_SETTING_KEYS.flatMap((key): [string, unknown][] =>
    wanted[key] === undefined ? [] : [[CAMPAIGN_SETTING_FIELDS[key], wanted[key]]],
  );
  const changed = campaignSettingsSchema.parse({ ...settings, ...Object.fromEntries(changes) });
  if (changed.startTime < changed.endTime) return { settings: changed };
  const key = wanted.endHour === undefined ? 'startHour' : 'endHour';
  return { problems: [{ path: `body.settings.${key}`, message: 'the end is not after the start' }] };
};
