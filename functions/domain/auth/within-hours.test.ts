import { describe, expect, it } from 'vitest';
import { clockTimeIn, withinHours } from './within-hours.ts';

describe('working hours', () => {
  it.each([
    ['00:00', '23:59', '00:00', true],
    ['00:00', '23:59', '23:59', true],
    ['08:00', '18:00', '07:59', false],
    ['08:00', '18:00', '08:00', true],
    ['08:00', '18:00', '18:00', true],
    ['08:00', '18:00', '18:01', false],
    ['22:00', '06:00', '23:30', true],
    ['22:00', '06:00', '05:59', true],
    ['22:00', '06:00', '12:00', false],
  ])('%s to %s at %s: %s', (start, end, now, expected) => {
    expect(withinHours(start, end, now)).toBe(expected);
  });

  it('reads the clock in the zone of the company', () => {
    const at = Date.parse('2026-01-15T02:30:00.000Z');
    expect(clockTimeIn('America/Sao_Paulo', at)).toBe('23:30');
    expect(clockTimeIn('Europe/Istanbul', at)).toBe('05:30');
    expect(clockTimeIn('UTC', Date.parse('2026-01-15T00:00:00.000Z'))).toBe('00:00');
  });
});
