import { expect, it } from 'vitest';
import { dueDateOf } from './company.ts';

it('the company of the platform is due on 2999-12-31 whatever is stored, others when they are', () => {
  const dueDate = '2026-12-01T00:00:00.000Z';
  expect(dueDateOf({ companyId: 1, dueDate })).toBe('2999-12-31T00:00:00.000Z');
  expect(dueDateOf({ companyId: 2, dueDate })).toBe(dueDate);
});
