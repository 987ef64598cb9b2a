import { describe, expect, it } from 'vitest';
import { daysOfUsage, totalOf } from './usage-days.ts';

const NONE = {
  UsedOnDay: 0,
  usedText: 0,
  usedPDF: 0,
  usedImage: 0,
  usedVideo: 0,
  usedOther: 0,
  usedCheckNumber: 0,
};

describe('days of the API usage', () => {
  it('the rows of a day are added up, and the days keep their order', () => {
    const days = daysOfUsage([
      { ...NONE, day: '2026-11-02', UsedOnDay: 2, usedText: 2 },
      { ...NONE, day: '2026-11-01', UsedOnDay: 1, usedImage: 1 },
      { ...NONE, day: '2026-11-01', UsedOnDay: 4, usedText: 4, usedCheckNumber: 3 },
    ]);
    expect(days).toEqual([
      { ...NONE, day: '2026-11-02', UsedOnDay: 2, usedText: 2 },
      { ...NONE, day: '2026-11-01', UsedOnDay: 5, usedText: 4, usedImage: 1, usedCheckNumber: 3 },
    ]);
    expect(totalOf(days)).toEqual({ ...NONE, UsedOnDay: 7, usedText: 6, usedImage: 1, usedCheckNumber: 3 });
  });

  it('a month without calls has no days and a total of zeros', () => {
    expect([daysOfUsage([]), totalOf([])]).toEqual([[], NONE]);
  });
});
