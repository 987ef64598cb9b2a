import { describe, expect, it } from 'vitest';
import { splitDelivery } from '../meta/split-delivery.ts';

const RECEIVED_AT = Date.parse('2026-11-26T10:00:00.000Z');
const TIME_S = RECEIVED_AT / 1000 - 60;
const named = {
  message_template_id: 1689556908129832,
  message_template_name: 'order_update',
  message_template_language: 'pt_BR',
};

const split = (field: string, value: object, entry: object = {}) =>
  splitDelivery(
    {
      object: 'whatsapp_business_account',
      entry: [{ id: '102290129340398', time: TIME_S, changes: [{ field, value }], ...entry }],
    },
    RECEIVED_AT,
  );
const status = (event: string, fields: object = {}, entry: object = {}) =>
  split('message_template_status_update', { ...named, event, reason: 'NONE', ...fields }, entry);

describe('updates of templates', () => {
  it('an approval names the business, the template and the time', () => {
    expect(status('APPROVED')).toEqual([
      {
        kind: 'template',
        business: { channel: 'whatsappapi', businessId: '102290129340398' },
        template: { id: 1689556908129832, name: 'order_update', language: 'pt_BR' },
        sentAt: TIME_S * 1000,
        news: { kind: 'status', status: 'APPROVED', rejectedReason: '' },
      },
    ]);
  });

  it.each([
    [
      'a rejection',
      status('REJECTED', { reason: 'INVALID_FORMAT' }),
      { status: 'REJECTED', rejectedReason: 'INVALID_FORMAT' },
    ],
    [
      'a pause with a reason',
      status('PAUSED', { reason: 'OTHER' }),
      { status: 'PAUSED', rejectedReason: '' },
    ],
    ['an unknown status', status('LOCKED'), { status: 'OTHER' }],
    [
      'a quality',
      split('message_template_quality_update', { ...named, new_quality_score: 'YELLOW' }),
      { quality: 'YELLOW' },
    ],
    [
      'an unknown quality',
      split('message_template_quality_update', { ...named, new_quality_score: 'BLUE' }),
      { quality: 'UNKNOWN' },
    ],
    [
      'a category',
      split('template_category_update', {
        ...named,
        previous_category: 'UTILITY',
        new_category: 'MARKETING',
      }),
      { category: 'MARKETING' },
    ],
    ['changed components', split('message_template_components_update', named), { kind: 'parts' }],
  ])('%s is read', (_what, updates, news) => {
    expect(updates).toMatchObject([{ kind: 'template', news }]);
  });

  it('a category that is only announced is ignored', () => {
    const updates = split('template_category_update', { ...named, correct_category: 'MARKETING' });
    expect(updates).toEqual([{ kind: 'ignored', what: 'field template_category_update' }]);
  });

  it('an update without a time, or of the future, has the time of its delivery', () => {
    expect(status('APPROVED', {}, { time: undefined })).toMatchObject([{ sentAt: RECEIVED_AT }]);
    expect(status('APPROVED', {}, { time: TIME_S + 3600 })).toMatchObject([{ sentAt: RECEIVED_AT }]);
  });

  it('S-51: an update that is older than 8 days is a problem', () => {
    expect(status('APPROVED', {}, { time: TIME_S - 9 * 86_400 })).toMatchObject([
      { kind: 'problem', reason: 'older than 8 days' },
    ]);
  });

  it.each([
    ['without a business', status('APPROVED', {}, { id: undefined })],
    ['without a name', status('APPROVED', { message_template_name: undefined })],
    ['without an event', status('APPROVED', { event: undefined })],
    ['without a quality', split('message_template_quality_update', named)],
  ])('an update %s is a problem', (_what, updates) => {
    expect(updates).toMatchObject([{ kind: 'problem', reason: 'malformed change' }]);
  });
});
