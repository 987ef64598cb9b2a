import { expect, it } from 'vitest';
import { ticketSchema } from '../entities/ticket.ts';
import { npsClassOf, ratingEmoji, userRatingOf } from './rating.ts';

const RATES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

it('counts 9 and 10 as promoters, 7 and 8 as passives, 0 to 6 as detractors', () => {
  const of = (name: string) => RATES.filter((rate) => npsClassOf(rate) === name);
  expect(of('promoters')).toEqual([9, 10]);
  expect(of('passives')).toEqual([7, 8]);
  expect(of('detractors')).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

it('converts a rating of 0 to 10 to 1 to 5, and the ticket schema accepts no other value', () => {
  expect(RATES.map(userRatingOf)).toEqual([1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
  const rating = ticketSchema.shape.userRating;
  expect([0, 6, 2.5].map((value) => rating.safeParse(value).success)).toEqual([false, false, false]);
  expect([1, 5, null].map((value) => rating.safeParse(value).success)).toEqual([true, true, true]);
});

it('has an emoji for each rating of 1 to 5', () => {
  expect(new Set([1, 2, 3, 4, 5].map(ratingEmoji)).size).toBe(5);
  expect([0, 6].map(ratingEmoji)).toEqual(['', '']);
});
