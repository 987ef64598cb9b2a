import type { ContactListCheck, ContactListItem } from '@prosa/shared/entities/contact-list.ts';
import { describe, expect, it } from 'vitest';
import { afterAnsweredBatch, afterFailedBatch, checkedItems } from './number-checks.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const AT = '2026-11-20T12:00:00.000Z';
const item = (id: number, number: string, fields: Partial<ContactListItem> = {}): ContactListItem => ({
  companyId: 1,
  contactListId: 1,
  id,
  name: 'Maria',
  number,
  email: '',
  numberState: 'unchecked',
  checkedAt: null,
  importId: '',
  ...fields,
});
const batchOf = (items: readonly ContactListItem[]) => ({
  token: 't',
  items: items.map(({ id, number }) => ({ id, number })),
  until: AT,
});
const check = (fields: Partial<ContactListCheck> = {}): ContactListCheck => ({
  companyId: 1,
  contactListId: 1,
  afterId: 5,
  batch: batchOf([item(6, '1'), item(9, '2')]),
  failures: 0,
  gaveUp: false,
  nextAt: AT,
  ...fields,
});
const reached = (number: string, spelled = number) => ({
  number,
  result: { state: 'reached' as const, number: spelled },
});
const answered = (...numbers: ReturnType<typeof reached>[]) => ({ state: 'answered' as const, numbers });

describe('the state of a check', () => {
  it('goes on after an answered batch, half a minute later after fifty numbers', () => {
    expect(afterAnsweredBatch(check({ failures: 2 }), answered(), NOW)).toMatchObject({
      ...{ batch: null, afterId: 9, failures: 0, gaveUp: false, nextAt: '2026-11-20T12:00:01.200Z' },
    });
    const fifty = batchOf(Array.from({ length: 50 }, (_none, nth) => item(nth + 1, String(nth))));
    expect(afterAnsweredBatch(check({ batch: fifty }), answered(), NOW).nextAt).toBe(
      '2026-11-20T12:00:30.000Z',
    );
    const one = batchOf([item(1, '1')]);
    expect(afterAnsweredBatch(check({ batch: one }), answered(), NOW).nextAt).toBe(
      '2026-11-20T12:00:01.000Z',
    );
  });

  it('remembers numbers that the provider did not tell', () => {
    const partial = { number: '1', result: { state: 'failed' as const, reason: '' } };
    expect(afterAnsweredBatch(check(), { state: 'answered', numbers: [partial] }, NOW)).toMatchObject({
      afterId: 9,
      gaveUp: true,
    });
  });

  it('asks again after a failure, and gives a batch up after three', () => {
    const once = afterFailedBatch(check(), NOW);
    expect(once).toMatchObject({ batch: null, afterId: 5, failures: 1, nextAt: '2026-11-20T12:00:30.000Z' });
    const again = afterFailedBatch({ ...once, batch: check().batch }, NOW);
    expect(again).toMatchObject({ afterId: 5, failures: 2, gaveUp: false });
    expect(afterFailedBatch({ ...again, batch: check().batch }, NOW)).toMatchObject({
      ...{ batch: null, afterId: 9, failures: 0, gaveUp: true },
    });
  });
});

describe('checked items', () => {
  const changed = (
    items: readonly ContactListItem[],
    told: ReturnType<typeof answered>,
    owners: [string, number][] = [],
  ) =>
    checkedItems(batchOf(items), items, told, new Map(owners), AT).map(({ after }) => [
      after.number,
      after.numberState,
    ]);

  it('get the spelling of the provider, unless another item has the number', () => {
    const [first, second, third] = [
      item(1, '5511987654321'),
      item(2, '5215512345678'),
      item(3, '5215587654321'),
    ];
    expect(
      changed(
        [first, second, third],
        answered(
          reached(first.number, '551187654321'),
          reached(second.number, '525512345678'),
          reached(third.number, '525587654321'),
        ),
        [['525587654321', 77]],
      ),
    ).toEqual([
      ['551187654321', 'valid'],
      ['525512345678', 'valid'],
      ['5215587654321', 'valid'],
    ]);
  });

  it('of one batch do not get the same number', () => {
    const [first, second] = [item(1, '5215512345678'), item(2, '525512345678001')];
    expect(
      changed(
        [first, second],
        answered(reached(first.number, '525512345678'), reached(second.number, '525512345678')),
      ),
    ).toEqual([
      ['525512345678', 'valid'],
      ['525512345678001', 'valid'],
    ]);
  });

  it('stay if they were checked, changed or removed meanwhile, or were not told', () => {
    const asked = [1, 2, 3, 4].map((id) => item(id, `551198765430${id}`));
    const now = [
      item(1, '5511987654301', { numberState: 'valid', checkedAt: AT }),
      item(2, '5511900000000'),
      undefined,
      item(4, '5511987654304'),
    ];
    const told = answered(...asked.slice(0, 3).map(({ number }) => reached(number)));
    expect(checkedItems(batchOf(asked), now, told, new Map(), AT)).toEqual([]);
  });
});
