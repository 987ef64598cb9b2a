import { describe, expect, it } from 'vitest';
import { ticketAfter } from './ticket-after.ts';

const listOf = (...ids: number[]) => ids.map((id) => ({ id, uuid: `uuid-${id}` }));

describe('ticketAfter', () => {
  it.each([
    { id: 2, before: [1, 2, 3], now: [1, 3], next: 3, case: 'the one below' },
    { id: 3, before: [1, 2, 3], now: [1, 2], next: 2, case: 'the nearest above, of the last one' },
    { id: 1, before: [1, 2, 3], now: [3], next: 3, case: 'the next one that is still listed' },
    {
      id: 2,
      before: [1, 2, 3],
      now: [9, 2, 3],
      next: 3,
      case: 'not the ticket itself, which is listed still',
    },
    { id: 7, before: [1, 2], now: [1, 2], next: 1, case: 'the first one, of a ticket of another list' },
    { id: 1, before: [1], now: [5], next: 5, case: 'a new one, of the only ticket' },
    { id: 1, before: [1], now: [], next: undefined, case: 'none in an empty list' },
  ])('is $case', ({ id, before, now, next }) => {
    expect(ticketAfter(id, listOf(...before), listOf(...now))?.id).toBe(next);
  });
});
