import { SPACING_PX } from '../../theme/tokens.ts';

/** Width of the number of the hidden tags. */
export const MORE_PX = 32;

/**
 * Returns how many of the first tags a row shows: all, or as many as fit beside the number of the others.
 * @param widthsPx width of each tag
 */
export const tagsThatFit = (widthsPx: readonly number[], roomPx: number): number => {
  const endsPx: number[] = [];
  for (const widthPx of widthsPx) endsPx.push((endsPx.at(-1) ?? -SPACING_PX) + SPACING_PX + widthPx);
  if ((endsPx.at(-1) ?? 0) <= roomPx) return widthsPx.length;
  return endsPx.filter((endPx) => endPx + SPACING_PX + MORE_PX <= roomPx).length;
};
