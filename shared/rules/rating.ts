/** A rating is a whole number of 0 to 10, by the standard of the net promoter score. */
const RATE_MAX = 10;
const PROMOTER_MIN = 9;
const PASSIVE_MIN = 7;

/** Which of the three a rating makes of who gave it: promoters 9 and 10, passives 7 and 8, detractors 0 to 6. */
export const npsClassOf = (rate: number): 'promoters' | 'passives' | 'detractors' =>
  rate >= PROMOTER_MIN ? 'promoters' : rate >= PASSIVE_MIN ? 'passives' : 'detractors';

/** A rating of 0 to 10 as tickets show it: 1 to 5. */
export const userRatingOf = (rate: number): number => Math.max(1, Math.ceil(Math.min(RATE_MAX, rate) / 2));

const EMOJI = ['😡', '🙁', '😐', '🙂', '😍'] as const;

/** The face of a rating of 1 to 5; none of anything else. */
export const ratingEmoji = (userRating: number): string => EMOJI[userRating - 1] ?? '';
