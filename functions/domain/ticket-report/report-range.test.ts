import { describe, expect, it } from 'vitest';
import { rangeOf, reportPeriod } from './report-range.ts';

const NOW = Date.parse('2026-11-22T01:30:00.000Z');
const periodOf = (dateFrom: string, dateTo: string) =>
  reportPeriod({ dateFrom, dateTo }, 'America/Sao_Paulo', NOW);

describe('the days of a report', () => {
  it.each([
    ['', '', '2026-11-01', '2026-11-21'],
    ['', '2026-10-09', '2026-10-01', '2026-10-09'],
    ['2026-10-09', '', '2026-10-09', '2026-11-21'],
    ['2026-02-28', '2026-02-28', '2026-02-28', '2026-02-28'],
  ])('from %j to %j are %s to %s', (dateFrom, dateTo, first, last) => {
    expect(periodOf(dateFrom, dateTo)).toEqual({ first, last });
  });

  it('are refused out of order, or if they are more than five years', () => {
    expect(() => periodOf('2026-02-02', '2026-02-01')).toThrow('ERR_VALIDATION');
    expect(periodOf('2021-01-01', '2026-01-04').first).toBe('2021-01-01');
    expect(() => periodOf('2021-01-01', '2026-01-05')).toThrow('ERR_VALIDATION');
  });

  it.each([
    ['America/Sao_Paulo', '2026-11-01', '2026-11-01', '2026-11-01T03:00:00.000Z', '2026-11-02T03:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    [
      'Pacific/Kiritimati',
      '2026-01-01',
      '2026-01-31',
      '2025-12-31T10:00:00.000Z',
      '2026-01-31T10:00:00.000Z',
    ],
  ])('in %s, %s to %s begin at %s and end at %s', (timeZone, first, last, from, to) => {
    expect(rangeOf({ first, last }, timeZone)).toEqual({ from, to });
  });
});
