import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { KEPT_NOWHERE, makeOwnSortKey } from '../../domain/message-id.ts';
import { createSystemIds } from '../../platform/ids.ts';
import { makeOwnMessageId, readOwnMessageId } from './own-message-id.ts';

const ids = createSystemIds();
const CONNECTION = 3;

it("an own message id encodes the position of any message, and has WhatsApp's format", () => {
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

it('the messages of one request get different ids, in their order', () => {
  const now = Date.UTC(2026, 10, 21);
  const sortKeys = Array.from({ length: 100 }, () => makeOwnSortKey(now, ids.sortable(now)));
  expect(sortKeys.toSorted()).toEqual(sortKeys);
  const made = sortKeys.map((sortKey) =>
    makeOwnMessageId({ contactId: 1, connectionId: CONNECTION, sortKey }),
  );
  expect(new Set(made).size).toBe(100);
  // The contact's id is masked: ids of messages of the same contact and time differ in these digits.
  expect(new Set(made.map((id) => id.slice(4, 10))).size).toBeGreaterThan(95);
});

it('an id that the provider or a phone chose is not recognised as an own id', () => {
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

it('a position that does not fit into an id is refused', () => {
  const sortKey = makeOwnSortKey(Date.UTC(2026, 10, 21), ids.sortable(0));
  expect(() => makeOwnMessageId({ contactId: 2 ** 28, connectionId: 1, sortKey })).toThrow(RangeError);
  expect(() => makeOwnMessageId({ contactId: 1, connectionId: 1, sortKey: 'x' })).toThrow(RangeError);
});
