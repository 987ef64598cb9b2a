import { REPORT_DAYS_MAX } from '@prosa/shared/rules/list-sizes.ts';
import { expect, it } from 'vitest';
import { ENDED, reportPath } from './report-link.ts';

const queryOf = (path: string | null) =>
  Object.fromEntries(new URL(path ?? '', 'https://prosa.test').searchParams);

it('reportPath names the days and the conditions as the report’s query does', () => {
  const period = { first: '2026-11-01', last: '2026-11-22' };
  const days = { dateFrom: '2026-11-01', dateTo: '2026-11-22' };
  expect(queryOf(reportPath(period))).toEqual(days);
  expect(queryOf(reportPath(period, { ...ENDED, tags: [7], filter: 'rating:0..6' }))).toEqual({
    ...days,
    status: '["closed"]',
    tags: '[7]',
    filter: 'rating:0..6',
  });
  expect(reportPath(period)?.split('?')[0]).toBe('/reports');
});

it('reportPath returns null for a period that is too long for a report', () => {
  const last = '2026-11-22';
  const firstOf = (days: number): string =>
    new Date(Date.parse(last) - (days - 1) * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  expect(reportPath({ first: firstOf(REPORT_DAYS_MAX), last })).not.toBeNull();
  expect(reportPath({ first: firstOf(REPORT_DAYS_MAX + 1), last })).toBeNull();
});
