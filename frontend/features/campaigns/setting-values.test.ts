import { campaignSettingEvents } from '@prosa/shared/events/campaign-settings.ts';
import { describe, expect, it } from 'vitest';
import { changedSettings, readSettingRows } from './setting-values.ts';

const [example] = campaignSettingEvents.campaignSettings.examples;
const values = readSettingRows(example !== undefined && 'record' in example ? example.record : []);

describe('values of the settings of campaigns', () => {
  it('are read from rows with JSON texts', () => {
    expect(values).toEqual({
      messageInterval: 20,
      longerIntervalAfter: 20,
      greaterInterval: 60,
      variables: [{ key: 'cupom', value: 'NATAL10' }],
      sabado: false,
      domingo: false,
      startHour: '09:00',
      endHour: '18:00',
      avoidNights: true,
    });
  });

  it('only changed ones are named', () => {
    expect(changedSettings(values, structuredClone(values))).toEqual([]);
    expect(changedSettings(values, { ...values, variables: [], domingo: true })).toEqual([
      'variables',
      'domingo',
    ]);
  });
});
