import type { ContactListItem } from '@prosa/shared/entities/contact-list.ts';
import { expect, it } from 'vitest';
import { addedCounts } from './item-counts.ts';

const item = (numberState: ContactListItem['numberState']): ContactListItem => ({
  companyId: 1,
  contactListId: 1,
  id: 100_000_001,
  name: 'Maria',
  number: '5511987654321',
  email: '',
  numberState,
  checkedAt: null,
  importId: '',
});

it('an added item counts, and a removed one no longer', () => {
  expect(addedCounts([{ after: item('unchecked') }])).toEqual({ all: 1, invalid: 0, unchecked: 1 });
  expect(addedCounts([{ before: item('invalid') }])).toEqual({ all: -1, invalid: -1, unchecked: 0 });
  expect(addedCounts([{ before: item('valid') }])).toEqual({ all: -1, invalid: 0, unchecked: 0 });
});

it('a checked item moves from one count to another, and several changes are summed', () => {
  const [unchecked, valid, invalid] = [item('unchecked'), item('valid'), item('invalid')];
  expect(
    addedCounts([
      { before: unchecked, after: invalid },
      { before: unchecked, after: valid },
      { before: invalid, after: unchecked },
      { before: valid, after: valid },
    ]),
  ).toEqual({ all: 0, invalid: 0, unchecked: -1 });
  expect(addedCounts([])).toEqual({ all: 0, invalid: 0, unchecked: 0 });
});
