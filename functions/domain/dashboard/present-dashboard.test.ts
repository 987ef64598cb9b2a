import { describe, expect, it } from 'vitest';
import { lastDays, periodBetween } from './period.ts';
import { attendantsOf, countersOf } from './present-dashboard.ts';

const NOBODY_NOW = { open: 0, pending: 0, group: 0 };

describe('counters', () => {
  it('are averages and shares of what was counted', () => {
    const sum = {
      begun: 12,
      finished: 8,
      waited: 4,
      waitS: 500,
      handled: 7,
      handlingS: 7 * 3_725,
      unrated: 5,
      declined: 1,
      promoters: 2,
      detractors: 1,
      rateSum: 22,
      leads: 3,
    };
    expect(countersOf(sum, { open: 4, pending: 5, group: 6 })).toEqual({
      supportHappening: 4,
      supportPending: 5,
      supportGroups: 6,
      supportFinished: 8,
      leads: 3,
      avgSupportTime: 62,
      avgWaitTime: 2,
      tickets: 8,
      waitRating: 5,
      withoutRating: 1,
      withRating: 3,
      percRating: 25,
      npsScore: 33.33,
      npsPromotersPerc: 66.67,
      npsPassivePerc: 0,
      npsDetractorsPerc: 33.33,
    });
  });

  it('are zero where nothing happened', () => {
    expect(new Set(Object.values(countersOf({}, NOBODY_NOW)))).toEqual(new Set([0]));
  });
});

describe('attendants', () => {
  it('are all users by name, with ratings to a hundredth', () => {
    const users = [
      { id: 1, name: 'Zélia' },
      { id: 2, name: 'Ângela' },
      { id: 3, name: 'Bruno' },
    ];
    const figures = new Map([
      [2, { begun: 3, finished: 3, promoters: 1, passives: 2, rateSum: 25, handled: 2, handlingS: 200 }],
    ]);
    expect(attendantsOf(users, figures, new Set([3]))).toEqual([
      {
        id: 2,
        name: 'Ângela',
        online: false,
        tickets: 3,
        avgSupportTime: 1,
        avgWaitTime: 0,
        rating: 8.33,
        countRating: 3,
      },
      {
        id: 3,
        name: 'Bruno',
        online: true,
        tickets: 0,
        avgSupportTime: 0,
        avgWaitTime: 0,
        rating: null,
        countRating: 0,
      },
      {
        id: 1,
        name: 'Zélia',
        online: false,
        tickets: 0,
        avgSupportTime: 0,
        avgWaitTime: 0,
        rating: null,
        countRating: 0,
      },
    ]);
  });
});

describe('a period', () => {
  const late = Date.parse('2026-11-22T01:30:00.000Z');

  it('of the last days ends today, by the company’s clock', () => {
    expect(lastDays(30, 'America/Sao_Paulo', late)).toEqual({ first: '2026-10-23', last: '2026-11-21' });
    expect(lastDays(1, 'UTC', late)).toEqual({ first: '2026-11-22', last: '2026-11-22' });
  });

  it('left open is all there was until today', () => {
    expect(periodBetween(undefined, undefined, 'America/Sao_Paulo', late)).toEqual({
      first: '1970-01-01',
      last: '2026-11-21',
    });
    expect(periodBetween('2026-01-01', '2026-02-01', 'UTC', late)).toEqual({
      first: '2026-01-01',
      last: '2026-02-01',
    });
  });
});
