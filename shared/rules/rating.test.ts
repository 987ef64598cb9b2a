import { expect, it } from 'vitest';
import { ticketSchema } from '../entities/ticket.ts';
import { npsClassOf, ratingEmoji, userRatingOf } from './rating.ts';

const RATES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

it('makes promoters of 9 and 10, passives of 7 and 8, detractors of 0 to 6', () => {
  const of = (name: string) => RATES.filter((rate) => npsClassOf(rate) === name);
  expect(of('promoters')).toEqual([9, 10]);
  expect(of('passives')).toEqual([7, 8]);
  expect(of('detractors')).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

it('shows a rating of 0 to 10 as 1 to 5, and a ticket keeps no other', () => {
  expect(RATES.map(userRatingOf)).toEqual([1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
  const rating = ticketSchema.shape.userRating;
  expect([0, 6, 2.5].map((value) => rating.safeParse(value).success)).toEqual([false, false, false]);
  expect([1, 5, null].map((value) => rating.safeParse(value).success)).toEqual([true, true, true]);
});

it('has a face for each rating of 1 to 5', () => {
  expect(new Set([1, 2, 3, 4, 5].map(ratingEmoji)).size).toBe(5);
  expect([0, 6].map(ratingEmoji)).toEqual(['', '']);
});
