/** The maximum of a rating, a whole number from 0 by the standard of the net promoter score. */
const RATE_MAX = 10;
const PROMOTER_MIN = 9;
const PASSIVE_MIN = 7;

/** Returns the NPS class of a rating: promoters 9 and 10, passives 7 and 8, detractors 0 to 6. */
export const npsClassOf = (rate: number): 'promoters' | 'passives' | 'detractors' =>
  rate >= PROMOTER_MIN ? 'promoters' : rate >= PASSIVE_MIN ? 'passives' : 'detractors';

/** Converts a rating of 0 to 10 to the 1 to 5 that tickets show. */
export const userRatingOf = (rate: number): number => Math.max(1, Math.ceil(Math.min(RATE_MAX, rate) / 2));

const EMOJI = ['😡', '🙁', '😐', '🙂', '😍'] as const;

/** Returns the emoji of a rating of 1 to 5; empty for anything else. */
export const ratingEmoji = (userRating: number): string => EMOJI[userRating - 1] ?? '';
