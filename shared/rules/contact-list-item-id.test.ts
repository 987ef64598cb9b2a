import { expect, it } from 'vitest';
import { idInput } from '../contracts/fields.ts';
import { contactListItemId, readContactListItemId } from './contact-list-item-id.ts';

it.each([
  [1, 1],
  [7, 99_999_999],
  [9_999_999, 12_345_678],
])('an item of list %i contains it, and a request may name it', (contactListId, n) => {
  const id = contactListItemId(contactListId, n);
  expect(readContactListItemId(id)).toEqual({ contactListId, n });
  expect(idInput.parse(String(id))).toBe(id);
});

it('a list gives no ids beyond its own', () => {
  expect(() => contactListItemId(1, 0)).toThrow(RangeError);
  expect(() => contactListItemId(1, 100_000_000)).toThrow(RangeError);
});
