import { describe, expect, it } from 'vitest';
import { makesLaneLoop } from './lane-loop.ts';

const lane = (id: number, nextLaneId: number | null, timeLane = 1) => ({ id, nextLaneId, timeLane });

describe('makesLaneLoop', () => {
  it.each([
    ['a column without a next one', lane(1, null), [], false],
    ['a column that leads to itself', lane(1, 1), [], true],
    ['two columns that lead to each other', lane(1, 2), [lane(2, 1)], true],
    ['a loop of four columns', lane(1, 2), [lane(2, 3), lane(3, 4), lane(4, 1)], true],
    ['a loop in which one column has no time', lane(1, 2), [lane(2, 3, 0), lane(3, 1)], false],
    ['a column without a time that leads to itself', lane(1, 1, 0), [], false],
    ['a way that ends', lane(1, 2), [lane(2, 3), lane(3, null)], false],
    ['a way to a column that does not exist', lane(1, 9), [lane(2, 1)], false],
    ['the column as it was stored before', lane(1, null), [lane(1, 2), lane(2, 1)], false],
    [
      'a loop of other columns, which saving this column does not cause',
      lane(1, 2),
      [lane(2, 3), lane(3, 2)],
      false,
    ],
    ['a new column, which no other names', lane(0, 2), [lane(2, 3), lane(3, null)], false],
  ])('decides: %s', (_name, saved, others, expected) => {
    expect(makesLaneLoop(saved, others)).toBe(expected);
  });
});
