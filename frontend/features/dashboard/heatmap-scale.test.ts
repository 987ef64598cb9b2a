import type { Heatmap } from '@prosa/shared/contracts/dashboard.ts';
import { expect, it } from 'vitest';
import { peakOf, SHADES, shadeOf } from './heatmap-scale.ts';

const hours = (counts: Record<number, number>): number[] =>
  Array.from({ length: 24 }, (_none, hour) => counts[hour] ?? 0);

it('peakOf returns the busiest weekday and hour, the first of equal ones, and null without attendances', () => {
  const heatmap: Heatmap = [
    { weekday: 'monday', hours: hours({ 9: 4 }) },
    { weekday: 'tuesday', hours: hours({ 9: 7, 14: 7 }) },
  ];
  expect(peakOf(heatmap)).toEqual({ weekday: 'tuesday', hour: 9, total: 7 });
  expect(peakOf([{ weekday: 'monday', hours: hours({}) }])).toBeNull();
});

it('shadeOf has a shade of its own for nothing, and the last one for the largest count only', () => {
  expect([0, 1, 20, 21, 80, 81, 100].map((total) => shadeOf(total, 100))).toEqual([0, 1, 1, 2, 4, 5, 5]);
  expect(shadeOf(1, 1)).toBe(SHADES);
});
