import * as z from 'zod';
import { campaignSettingRowsSchema } from '../contracts/campaign-settings.ts';
import { defineEvent, referenceSchema } from './define-event.ts';

export const campaignSettingEvents = {
  campaignSettings: defineEvent({
    name: 'company-{companyId}-campaignSettings',
    audience: { kind: 'admins' },
    schema: z.union([
      z.object({ action: z.literal('update'), record: campaignSettingRowsSchema }),
      referenceSchema,
    ]),
    fit: {
      // Settings have no version of their own in events.
      refer: ({ params, data }) =>
        'record' in data ? { action: 'reference', id: params.companyId, version: 0 } : undefined,
    },
    examples: [
      {
        action: 'update',
        record: [
          { id: 1, key: 'messageInterval', value: '20' },
          { id: 2, key: 'longerIntervalAfter', value: '20' },
          { id: 3, key: 'greaterInterval', value: '60' },
          { id: 4, key: 'variables', value: '[{"key":"cupom","value":"NATAL10"}]' },
          { id: 5, key: 'sabado', value: 'false' },
          { id: 6, key: 'domingo', value: 'false' },
          { id: 7, key: 'startHour', value: '"09:00"' },
          { id: 8, key: 'endHour', value: '"18:00"' },
          { id: 9, key: 'avoidNights', value: 'true' },
        ],
      },
      { action: 'reference', id: 2, version: 0 },
    ],
  }),
};
