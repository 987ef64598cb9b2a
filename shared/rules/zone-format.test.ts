import { describe, expect, it } from 'vitest';
import { endOfLocalDay } from './zone-format.ts';

describe('the end of a day', () => {
  it.each([
    ['America/Sao_Paulo', '2026-11-26T12:00:00.000Z', '2026-11-27T03:00:00.000Z'],
    ['America/Sao_Paulo', '2026-11-27T03:00:00.000Z', '2026-11-28T03:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-26T12:00:00.000Z', '2026-11-26T18:15:00.000Z'],
    // A day of 25 hours.
    ['Europe/Lisbon', '2026-10-25T00:10:00.000Z', '2026-10-26T00:00:00.000Z'],
    // Midnight does not exist on this day: the clock goes from 23:59 to 01:00.
    ['Africa/Cairo', '2026-04-23T12:00:00.000Z', '2026-04-23T22:00:00.000Z'],
  ])('in %s at %s is %s', (timeZone, at, end) => {
    expect(new Date(endOfLocalDay(timeZone, Date.parse(at))).toISOString()).toBe(end);
  });
});
