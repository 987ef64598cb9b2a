import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { KEPT_NOWHERE, makeOwnSortKey } from '../../domain/message-id.ts';
import { createSystemIds } from '../../platform/ids.ts';
import { makeOwnMessageId, readOwnMessageId } from './own-message-id.ts';

const ids = createSystemIds();
const CONNECTION = 3;

it('tells the place of any message, and looks like an id of WhatsApp', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: KEPT_NOWHERE, max: 2 ** 28 - 1 }),
      fc.integer({ min: 1_600_000_000_000, max: 4_000_000_000_000 }),
      (contactId, sentAtMs) => {
        const sortKey = makeOwnSortKey(sentAtMs, ids.sortable(sentAtMs));
        const place = { contactId, connectionId: CONNECTION, sortKey };
        const id = makeOwnMessageId(place);
        expect(id).toMatch(/^3EB0[0-9A-F]{28}$/);
        expect(readOwnMessageId(id, CONNECTION)).toEqual(place);
      },
    ),
  );
});

it('gives the messages of one request ids of their own, in their order', () => {
  const now = Date.UTC(2026, 10, 21);
  const sortKeys = Array.from({ length: 100 }, () => makeOwnSortKey(now, ids.sortable(now)));
  expect(sortKeys.toSorted()).toEqual(sortKeys);
  const made = sortKeys.map((sortKey) =>
    makeOwnMessageId({ contactId: 1, connectionId: CONNECTION, sortKey }),
  );
  expect(new Set(made).size).toBe(100);
  // The contact's number does not show: what is alike in two places is not in their ids.
  expect(new Set(made.map((id) => id.slice(4, 10))).size).toBeGreaterThan(95);
});

it('knows ids that others chose as none of ours', () => {
  for (const id of [
    '',
    '3EB0C767D82A7B6F5A8E12',
    'wamid.HBgM',
    '3A5B1C2D3E4F5A6B7C8D',
    '3EB0',
    `3EB0${'g'.repeat(28)}`,
  ])
    expect(readOwnMessageId(id, CONNECTION)).toBeUndefined();
});

it('refuses a place that an id cannot hold', () => {
  const sortKey = makeOwnSortKey(Date.UTC(2026, 10, 21), ids.sortable(0));
  expect(() => makeOwnMessageId({ contactId: 2 ** 28, connectionId: 1, sortKey })).toThrow(RangeError);
  expect(() => makeOwnMessageId({ contactId: 1, connectionId: 1, sortKey: 'x' })).toThrow(RangeError);
});
