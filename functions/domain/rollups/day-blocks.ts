/**
 * Sums of days are stored in blocks of 1 and of 16 days, counted from 1 January 1970. A further size would cost two
 * write units at each step of a ticket. Any range of days consists of at most three runs of blocks: a year of about 37
 * blocks, 51 at most, and a month of about 16.
 */
export const BLOCK_DAYS = [16, 1] as const;
type BlockDays = (typeof BLOCK_DAYS)[number];

const DAY_MS = 24 * 60 * 60 * 1000;
/** Digits of a block's number, padded because sort keys compare as text. */
const NUMBER_DIGITS = 8;

/** Returns a day (`2026-11-21`) as a number; the next day is one more. */
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00.000Z`) / DAY_MS;

const periodOf = (size: BlockDays, block: number): string =>
  `${size}#${String(block).padStart(NUMBER_DIGITS, '0')}`;

/** Returns the periods of the blocks that contain a day, one of each size. */
export const blocksOfDay = (day: string): string[] => {
  const number = dayNumber(day);
  return BLOCK_DAYS.map((size) => periodOf(size, Math.floor(number / size)));
};

/** Consecutive blocks of one size, by the period of the first and of the last block. */
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

/** Returns the blocks that cover the days from `first` to `last`, each day once; none if `last` is before `first`. */
export const runsOfDays = (first: string, last: string): BlockRun[] =>
  cover(dayNumber(first), dayNumber(last) + 1, BLOCK_DAYS);
