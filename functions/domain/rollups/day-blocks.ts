/**
 * Sums of days lie in blocks of 1, 4, 16 and 64 days, counted from the first of January 1970: any days in a row are put
 * together of a few. Most years take 11 or 14 blocks, none more than 20, and most months six or seven: a year costs about
 * twice what a month does.
 */
export const BLOCK_DAYS = [64, 16, 4, 1] as const;
type BlockDays = (typeof BLOCK_DAYS)[number];

const DAY_MS = 24 * 60 * 60 * 1000;
/** Digits of a block's number: sort keys compare as text. */
const NUMBER_DIGITS = 8;

/** A day (`2026-11-21`) as a number; the next day is one more. */
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00.000Z`) / DAY_MS;

const periodOf = (size: BlockDays, block: number): string =>
  `${size}#${String(block).padStart(NUMBER_DIGITS, '0')}`;

/** The periods of the blocks that a day lies in, one of each size. */
export const blocksOfDay = (day: string): string[] => {
  const number = dayNumber(day);
  return BLOCK_DAYS.map((size) => periodOf(size, Math.floor(number / size)));
};

/** Blocks of one size in a row, by the first and the last one's period. */
export interface BlockRun {
  first: string;
  last: string;
}

const cover = (from: number, until: number, [size, ...smaller]: readonly BlockDays[]): BlockRun[] => {
  if (size === undefined || from >= until) return [];
  const first = Math.ceil(from / size);
  const end = Math.floor(until / size);
  if (first >= end) return cover(from, until, smaller);
  return [
    ...cover(from, first * size, smaller),
    { first: periodOf(size, first), last: periodOf(size, end - 1) },
    ...cover(end * size, until, smaller),
  ];
};

/** The blocks that hold the days from `first` to `last`, each day once; none where `last` comes before `first`. */
export const runsOfDays = (first: string, last: string): BlockRun[] =>
  cover(dayNumber(first), dayNumber(last) + 1, BLOCK_DAYS);
