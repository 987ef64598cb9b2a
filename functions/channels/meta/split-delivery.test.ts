import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { splitDelivery } from './split-delivery.ts';

const RECEIVED_AT = 1_795_200_030_000;

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../tests/fixtures/meta/${name}.json`, import.meta.url), 'utf8'));

describe('splitDelivery', () => {
  it.each([
    ['whatsapp/text', ['entry', 0, 'changes', 0, 'value', 'messages', 0], { source_type: 'ad' }, true],
    ['messenger/text', ['entry', 0, 'messaging', 0, 'message'], { source: 'ADS', ad_id: '7' }, true],
    ['messenger/text', ['entry', 0, 'messaging', 0, 'message'], { source: 'SHORTLINK' }, undefined],
  ] as const)(
    'R28: detects for %s whether the contact came through an advertisement',
    (name, path, referral, expected) => {
      const delivery = fixture(name);
      const message = path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), delivery);
      Reflect.set(Object(message), 'referral', referral);
      const [update] = splitDelivery(delivery, RECEIVED_AT);
      expect(update).toMatchObject({ event: { type: 'message' } });
      const isFreeEntry =
        update?.kind === 'event' && update.event.type === 'message' && update.event.isFreeEntry;
      expect(isFreeEntry).toBe(expected);
    },
  );

  it('S-51: rejects messages older than eight days', () => {
    const late = 1_795_200_000_000 + 8 * 86_400_000 + 1;
    expect(splitDelivery(fixture('whatsapp/text'), late)).toMatchObject([
      { kind: 'problem', reason: 'older than 8 days' },
    ]);
    expect(splitDelivery(fixture('whatsapp/text'), late - 2)).toMatchObject([{ kind: 'event' }]);
  });

  it.each([[null], [[]], ['x'], [{}], [{ object: 'page' }], [{ object: 'page', entry: {} }]])(
    'reports the problem of %j',
    (payload) => {
      expect(splitDelivery(payload, RECEIVED_AT)).toMatchObject([{ kind: 'problem' }]);
    },
  );

  it('reports a problem for each malformed entry, change or message', () => {
    const entries = [null, { changes: [{ field: 'messages', value: { metadata: {} } }] }, { changes: [7] }];
    const delivery = { object: 'whatsapp_business_account', entry: entries };
    expect(splitDelivery(delivery, RECEIVED_AT).map(({ kind }) => kind)).toEqual([
      'problem',
      'problem',
      'problem',
    ]);
  });
});
