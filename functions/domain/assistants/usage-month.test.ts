import { expect, it } from 'vitest';
import { usageMonth } from './usage-month.ts';

it('an answer counts to the month where the company is', () => {
  const atMs = Date.parse('2026-12-01T01:30:00Z');
  expect(usageMonth(atMs, 'America/Sao_Paulo')).toBe('2026-11');
  expect(usageMonth(atMs, 'Europe/Istanbul')).toBe('2026-12');
});
