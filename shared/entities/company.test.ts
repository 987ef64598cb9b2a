import { expect, it } from 'vitest';
import { dueDateOf } from './company.ts';

it('dueDateOf returns 2999-12-31 for the platform’s company and the stored date for all others', () => {
  const dueDate = '2026-12-01';
  expect(dueDateOf({ companyId: 1, dueDate })).toBe('2999-12-31');
  expect(dueDateOf({ companyId: 2, dueDate })).toBe(dueDate);
});
