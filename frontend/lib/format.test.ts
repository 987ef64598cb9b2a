import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatDuration, formatPhone, formatWhen, initials, maskPhone, truncate } from './format.ts';

describe('moments', () => {
  beforeEach(() => vi.useFakeTimers({ now: new Date(2026, 10, 21, 15, 0) }));
  afterEach(() => vi.useRealTimers());

  it('are a time today and a date otherwise', () => {
    expect(formatWhen(new Date(2026, 10, 21, 9, 5).toISOString())).toBe('09:05');
    expect(formatWhen(new Date(2026, 10, 20, 23, 59).toISOString())).toBe('20/11/2026');
  });
});

describe('texts', () => {
  it('are cut with an ellipsis, never inside an emoji', () => {
    expect(truncate('curto', 40)).toBe('curto');
    expect(truncate('abcdef', 4)).toBe('abc…');
    expect(truncate('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 2)).toBe('👨‍👩‍👧…');
  });

  it('become initials of the first and last word', () => {
    expect(initials('Ana Maria da Silva')).toBe('AS');
    expect(initials('çağla')).toBe('Ç');
    expect(initials('')).toBe('');
  });
});

describe('numbers', () => {
  it('are written and masked as people know them', () => {
    expect(formatPhone('5511987654321')).toBe('+55 (11) 98765-4321');
    expect(formatPhone('14155550123')).toBe('+14155550123');
    expect(formatPhone('120363041234567890')).toBe('120363041234567890');
    expect(maskPhone('5511987654321')).toBe('+5511*******21');
  });

  it('of seconds become minutes', () => {
    expect(formatDuration(65.4)).toBe('1:05');
  });
});
