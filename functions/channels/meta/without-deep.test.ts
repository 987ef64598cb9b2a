import { deliveryOf, fixturesOf, placedEvents, RECEIVED_AT } from '@prosa/tests/support/meta-fixtures.ts';
import { nestedLists } from '@prosa/tests/support/odd-values.ts';
import { describe, expect, it } from 'vitest';
import { isDeeperThan, nestedJson } from '../../domain/nested-json.ts';
import { splitDelivery } from './split-delivery.ts';
import { UPDATE_LISTS } from './without-deep.ts';

const LEVELS = 30_000;

const objects = (levels: number): unknown => {
  let value: unknown = { fundo: true };
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
};
const DEEP: [string, unknown][] = [
  ['lists', nestedLists(LEVELS)],
  ['objects', objects(LEVELS)],
  ['lists, just too many', nestedLists(60)],
];

const FIXTURES = ['whatsapp', 'messenger', 'instagram'].flatMap((channel) =>
  fixturesOf(channel).map((name): [string, string] => [channel, name]),
);

/** Returns the lists of updates in a delivery. */
const updateLists = (value: unknown, name = ''): unknown[][] => {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, part]) => updateLists(part, key));
  return Array.isArray(value) && UPDATE_LISTS.has(name) ? [value, ...inner] : inner;
};

describe('updates that are nested too deeply', () => {
  it.each(FIXTURES)(
    'S-36 R05: %s %s: a deep update beside each update is quarantined whole and alone',
    (channel, name) => {
      const events = placedEvents(splitDelivery(deliveryOf(channel, name), RECEIVED_AT));
      const count = updateLists(deliveryOf(channel, name)).length;
      for (let nth = 0; nth < count; nth++) {
        // The forms take turns, because writing one takes some milliseconds.
        const [form, deep] = DEEP[nth % DEEP.length] ?? ['no form', undefined];
        const update = { id: 'deep', field: deep };
        const delivery = deliveryOf(channel, name);
        updateLists(delivery)[nth]?.unshift(update);
        const updates = splitDelivery(delivery, RECEIVED_AT);
        expect(placedEvents(updates), `${form} ${nth}`).toEqual(events);
        const aside = updates.filter((one) => one.kind === 'problem' && one.reason === 'nested too deeply');
        const kept = aside.map((one) => (one.kind === 'problem' ? nestedJson(one.payload) : ''));
        expect(kept, `${form} ${nth}`).toEqual([nestedJson(update)]);
      }
    },
  );

  it.each(DEEP)('S-36: a delivery that is nothing but nested %s is quarantined', (_form, deep) => {
    for (const delivery of [deep, { object: 'page', entry: deep }, { object: deep, entry: [] }]) {
      const updates = splitDelivery(delivery, RECEIVED_AT);
      expect(updates.some(({ kind }) => kind === 'problem')).toBe(true);
      expect(placedEvents(updates)).toEqual([]);
    }
  });
});

describe('JSON of any depth', () => {
  it('is written as JSON.stringify writes it', () => {
    const values = [
      null,
      1,
      'a"\uD800',
      true,
      [],
      {},
      [1, [2, { a: [] }]],
      { a: undefined, b: { __proto__x: 1 }, 'ç"': [null] },
    ];
    for (const value of [...values, values]) expect(nestedJson(value)).toBe(JSON.stringify(value));
  });

  it('is measured and written without recursion', () => {
    expect(nestedJson(nestedLists(LEVELS))).toBe(`${'['.repeat(LEVELS)}"fundo"${']'.repeat(LEVELS)}`);
    expect([isDeeperThan(nestedLists(20), 20), isDeeperThan(nestedLists(21), 20)]).toEqual([false, true]);
  });
});
