import { campaignSettingRoutes } from '@prosa/shared/contracts/campaign-settings.ts';
import { campaignSettingsSchema } from '@prosa/shared/entities/campaign-settings.ts';
import { describe, expect, it } from 'vitest';
import { changeCampaignSettings, presentCampaignSettings } from './campaign-settings.ts';

const defaults = campaignSettingsSchema.parse({ companyId: 2 });
const rowsOf = (settings: typeof defaults) =>
  presentCampaignSettings(settings).map(({ id, key, value }) => [id, key, value]);
const change = (settings: object) =>
  changeCampaignSettings(defaults, campaignSettingRoutes.saveSettings.body.parse({ settings }).settings);

describe('settings of campaigns', () => {
  it('the defaults are presented as one JSON text for each name', () => {
    expect(rowsOf(defaults)).toEqual([
      [1, 'messageInterval', '20'],
      [2, 'longerIntervalAfter', '20'],
      [3, 'greaterInterval', '60'],
      [4, 'variables', '[]'],
      [5, 'sabado', 'false'],
      [6, 'domingo', 'false'],
      [7, 'startHour', '"09:00"'],
      [8, 'endHour', '"18:00"'],
      [9, 'avoidNights', 'true'],
    ]);
  });

  it('a change keeps what it does not name, also if a name has no value', () => {
    expect(change({ messageInterval: 30, sabado: true, domingo: null })).toEqual({
      settings: { ...defaults, messageIntervalS: 30, sendsOnSaturdays: true },
    });
  });

  it('accepts what it presents', () => {
    const variables = [{ key: 'cupom', value: 'NATAL "10"\n' }];
    const settings = { ...defaults, variables, startTime: '10:30', avoidsNights: false, pauseS: 0 };
    const sent = presentCampaignSettings(settings).map(({ key, value }) => [key, value]);
    expect(change(Object.fromEntries(sent))).toEqual({ settings });
  });

  it.each([
    [{ startHour: '18:00' }, 'startHour'],
    [{ endHour: '09:00' }, 'endHour'],
    [{ startHour: '12:00', endHour: '11:59' }, 'endHour'],
  ])('%j is refused, because the end would not be after the start', (wanted, key) => {
    expect(change(wanted)).toMatchObject({ problems: [{ path: `body.settings.${key}` }] });
  });

  it('both hours can be moved past the old ones at once', () => {
    expect(change({ startHour: '19:00', endHour: '22:00' })).toMatchObject({
      settings: { startTime: '19:00', endTime: '22:00' },
    });
  });
});
