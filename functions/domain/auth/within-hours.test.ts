import { describe, expect, it } from 'vitest';
import { mayWorkAt } from './within-hours.ts';

const DAY = '2026-01-15';

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
  ])('%s to %s at %s: allowed is %s', (startWork, endWork, now, expected) => {
    expect(mayWorkAt({ startWork, endWork }, 'UTC', Date.parse(`${DAY}T${now}:00.000Z`))).toBe(expected);
  });

  it.each([
    ['America/Sao_Paulo', '23:30'],
    ['Europe/Istanbul', '05:30'],
    ['UTC', '02:30'],
  ])('use the time zone of the company: in %s the result is %s', (timeZone, time) => {
    const hours = { startWork: time, endWork: time };
    expect(mayWorkAt(hours, timeZone, Date.parse(`${DAY}T02:30:00.000Z`))).toBe(true);
    expect(mayWorkAt(hours, timeZone, Date.parse(`${DAY}T02:31:00.000Z`))).toBe(false);
  });
});
