import { describe, expect, it } from 'vitest';
import { countsOf, isPeriod, lastDays } from './figures-period.ts';

describe('periods of figures', () => {
  it('include both days, over the end of a month', () => {
    expect(lastDays(30, '2026-03-01')).toEqual({ dateStart: '2026-01-31', dateEnd: '2026-03-01' });
    expect(lastDays(1, '2026-03-01')).toEqual({ dateStart: '2026-03-01', dateEnd: '2026-03-01' });
  });

  it.each([
    ['one day', '2026-03-01', '2026-03-01', true],
    ['the most days', '2026-03-01', '2026-03-10', true],
    ['one more', '2026-03-01', '2026-03-11', false],
    ['an end before the beginning', '2026-03-02', '2026-03-01', false],
    ['no date', '', '2026-03-01', false],
  ])('%s: %s to %s is %s', (_what, dateStart, dateEnd, expected) => {
    expect(isPeriod({ dateStart, dateEnd }, 10)).toBe(expected);
  });
});

it('figures are found by the ids of their parts', () => {
  const counts = countsOf({
    nodes: [{ id: '1', count: 4 }],
    connections: [],
    left: [{ id: 'ask', count: 2 }],
  });
  expect([counts.nodes.get('1'), counts.connections.get('x'), counts.left.get('ask')]).toEqual([
    4,
    undefined,
    2,
  ]);
});
