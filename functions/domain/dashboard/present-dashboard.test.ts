import { describe, expect, it } from 'vitest';
import { lastDays, periodBefore, periodBetween } from './period.ts';
import { attendantsOf, connectionsOf, countersOf, queuesOf, tagsOf, topTagIds } from './present-dashboard.ts';

/** The figures of a group without attendances. */
const NOTHING = {
  tickets: 0,
  finished: 0,
  avgWaitTime: 0,
  avgFirstResponseTime: 0,
  avgResolutionTime: 0,
  reopened: 0,
  reopenRate: 0,
};
const NOBODY_NOW = { open: 0, pending: 0, group: 0 };

describe('countersOf', () => {
  it('computes averages and shares of the counted values', () => {
    const sum = {
      begun: 12,
      finished: 8,
      waited: 4,
      waitS: 500,
      answered: 2,
      answerS: 400,
      handled: 7,
      handlingS: 7 * 3_725,
      resolved: 8,
      resolvedS: 8 * 4_000,
      reopened: 3,
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
      avgFirstResponseTime: 3,
      avgResolutionTime: 66,
      reopened: 3,
      reopenRate: 25,
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

  it('returns zeros if nothing happened', () => {
    expect(new Set(Object.values(countersOf({}, NOBODY_NOW)))).toEqual(new Set([0]));
  });
});

describe('attendantsOf', () => {
  it('returns all users by name, with ratings rounded to a hundredth', () => {
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
        ...NOTHING,
        tickets: 3,
        finished: 3,
        avgSupportTime: 1,
        rating: 8.33,
        countRating: 3,
      },
      {
        id: 3,
        name: 'Bruno',
        online: true,
        ...NOTHING,
        avgSupportTime: 0,
        rating: null,
        countRating: 0,
      },
      {
        id: 1,
        name: 'Zélia',
        online: false,
        ...NOTHING,
        avgSupportTime: 0,
        rating: null,
        countRating: 0,
      },
    ]);
  });
});

describe('queuesOf', () => {
  it('returns the queues with attendances, the most first, and those without queue last', () => {
    const queues = [1, 2, 3].map((id) => ({ id, name: `Fila ${id}`, color: '#39ACE7' }));
    const figures = new Map([
      [0, { begun: 9 }],
      [1, { begun: 2, finished: 1, waited: 1, waitS: 130, answered: 1, answerS: 190 }],
      [3, { begun: 5 }],
      [4, { begun: 7 }],
    ]);
    expect(queuesOf(queues, figures)).toEqual([
      { queue: queues[2], ...NOTHING, tickets: 5 },
      {
        queue: queues[0],
        ...NOTHING,
        tickets: 2,
        finished: 1,
        avgWaitTime: 2,
        avgFirstResponseTime: 3,
      },
      { queue: null, ...NOTHING, tickets: 9 },
    ]);
  });
});

describe('connectionsOf', () => {
  it('returns the connections with attendances, the most first, and those without connection last', () => {
    const connections = [1, 2].map((id) => ({ id, name: `Conexão ${id}` }));
    const figures = new Map([
      [0, { begun: 9 }],
      [1, { begun: 2, reopened: 1 }],
      [2, { begun: 5 }],
      [3, { begun: 7 }],
    ]);
    expect(connectionsOf(connections, figures)).toEqual([
      { connection: connections[1], ...NOTHING, tickets: 5 },
      { connection: connections[0], ...NOTHING, tickets: 2, reopened: 1, reopenRate: 50 },
      { connection: null, ...NOTHING, tickets: 9 },
    ]);
  });
});

describe('tagsOf', () => {
  it('returns the tags with the most attendances of those that still exist', () => {
    const figures = new Map([
      [1, { begun: 2, resolved: 2, resolvedS: 600 }],
      [2, { begun: 5 }],
      [3, { begun: 0 }],
      [4, { begun: 1 }],
    ]);
    expect(topTagIds(figures, 2)).toEqual([2, 1]);
    expect(topTagIds(figures, 9)).toEqual([2, 1, 4]);
    const tags = [1, 2].map((id) => ({ id, name: `Tag ${id}`, color: '#A4CCCC' }));
    expect(tagsOf(tags, figures)).toEqual([
      { tag: tags[1], ...NOTHING, tickets: 5 },
      { tag: tags[0], ...NOTHING, tickets: 2, avgResolutionTime: 5 },
    ]);
  });
});

describe('a period', () => {
  const late = Date.parse('2026-11-22T01:30:00.000Z');

  it('a period of the last days ends today in the company’s time zone', () => {
    expect(lastDays(30, 'America/Sao_Paulo', late)).toEqual({ first: '2026-10-23', last: '2026-11-21' });
    expect(lastDays(1, 'UTC', late)).toEqual({ first: '2026-11-22', last: '2026-11-22' });
  });

  it('a period without start and end covers all data until today', () => {
    expect(periodBetween(undefined, undefined, 'America/Sao_Paulo', late)).toEqual({
      first: '1970-01-01',
      last: '2026-11-21',
    });
    expect(periodBetween('2026-01-01', '2026-02-01', 'UTC', late)).toEqual({
      first: '2026-01-01',
      last: '2026-02-01',
    });
  });

  it.each([
    ['a day', '2026-11-22', '2026-11-22', '2026-11-21', '2026-11-21'],
    ['seven days', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
    ['the first days of a month', '2026-11-01', '2026-11-22', '2026-10-01', '2026-10-22'],
    ['more first days than the month before has', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['a whole month', '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
    ['a whole short month', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
    ['January', '2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
  ])('a period of %s is compared with the period before', (_name, first, last, beforeFirst, beforeLast) => {
    expect(periodBefore({ first, last })).toEqual({ first: beforeFirst, last: beforeLast });
  });
});
