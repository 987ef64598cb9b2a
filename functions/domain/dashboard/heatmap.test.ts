import type { Rollup } from '@prosa/shared/entities/rollup.ts';
import { expect, it } from 'vitest';
import { heatmapOf } from './heatmap.ts';

const rowOf = (day: string, counts: Record<string, number>): Rollup => ({
  companyId: 1,
  kind: 'begun',
  period: `D#${day}`,
  shard: 0,
  ...counts,
});

it('heatmapOf adds up the same hours of the same weekdays, Monday first', () => {
  const heatmap = heatmapOf([
    rowOf('2026-11-02', { h00: 1, h09: 4 }),
    rowOf('2026-11-09', { h09: 3 }),
    rowOf('2026-11-15', { h23: 2 }),
  ]);
  expect(heatmap.map(({ weekday }) => weekday)).toEqual([
    'monday',
    'tuesday',
    'wednesday',
    'thursday',
    'friday',
    'saturday',
    'sunday',
  ]);
  const [monday, ...others] = heatmap.map(({ hours }) => hours);
  expect([monday?.[0], monday?.[9], monday?.length]).toEqual([1, 7, 24]);
  expect(others.at(-1)?.[23]).toBe(2);
  expect(heatmap.flatMap(({ hours }) => hours).reduce((sum, total) => sum + total, 0)).toBe(10);
});
