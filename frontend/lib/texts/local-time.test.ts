import { expect, it, vi } from 'vitest';
import { instantOfLocal, localTime } from './local-time.ts';
import { timeZone } from './time-zone.ts';

vi.mock('./time-zone.ts', () => ({ timeZone: vi.fn(() => 'America/Sao_Paulo') }));

it('local time converts to the company’s time zone and back', () => {
  expect(localTime('2026-11-22T12:34:56.000Z')).toBe('2026-11-22T09:34');
  expect(instantOfLocal('2026-11-22T09:34')).toBe('2026-11-22T12:34:00.000Z');
  expect(instantOfLocal('')).toBeNull();
  expect(instantOfLocal('2026-11')).toBeNull();
});

it.each(['Europe/Lisbon', 'Asia/Kathmandu', 'America/New_York', 'Pacific/Kiritimati'])(
  'local time converts back and forth all year in %s, across clock changes',
  (zone) => {
    vi.mocked(timeZone).mockReturnValue(zone);
    for (let hour = 0; hour < 365 * 24; hour += 5) {
      const local = localTime(new Date(Date.UTC(2026, 0, 1, hour)).toISOString());
      expect(localTime(instantOfLocal(local) ?? '')).toBe(local);
    }
    vi.mocked(timeZone).mockReturnValue('America/Sao_Paulo');
  },
);
