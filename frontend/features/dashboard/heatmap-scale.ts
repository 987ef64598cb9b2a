import type { Heatmap } from '@prosa/shared/contracts/dashboard.ts';

/** Shades of a heat map besides that of nothing. */
export const SHADES = 5;

/** The hour of a weekday with the most attendances. */
export interface Peak {
  weekday: Heatmap[number]['weekday'];
  hour: number;
  total: number;
}

/** Returns the weekday and hour with the most attendances, the first of equal ones; null without any. */
export const peakOf = (heatmap: Heatmap): Peak | null =>
  heatmap
    .flatMap(({ weekday, hours }) => hours.map((total, hour) => ({ weekday, hour, total })))
    .reduce<Peak | null>((peak, at) => (at.total > (peak?.total ?? 0) ? at : peak), null);

/** Returns the shade of a count: 0 for none, then 1 up to {@link SHADES} for the largest. */
export const shadeOf = (total: number, largest: number): number =>
  total === 0 ? 0 : Math.max(1, Math.ceil((total / largest) * SHADES));
