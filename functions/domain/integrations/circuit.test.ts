import { expect, it } from 'vitest';
import { afterCall, duringProbe, isOutage, passageOf } from './circuit.ts';

const NOW_MS = Date.UTC(2026, 10, 27, 12);
const WELL = { failures: 0, pausedUntil: null };
type Health = { failures: number; pausedUntil: string | null };

const after = (health: Health, times: number, isDown = true): Health =>
  Array.from({ length: times }).reduce<Health>((one) => afterCall(one, isDown, NOW_MS) ?? one, health);

it('R27: five failures in a row pause an integration for a minute; then one probe goes out', () => {
  expect(passageOf(after(WELL, 4), NOW_MS)).toBe('call');
  const paused = after(WELL, 5);
  expect(passageOf(paused, NOW_MS + 59_999)).toBe('paused');
  expect(passageOf(paused, NOW_MS + 60_000)).toBe('probe');
  const probing = duringProbe(paused, NOW_MS + 60_000);
  expect(passageOf(probing, NOW_MS + 60_001)).toBe('paused');
  expect(afterCall(probing, true, NOW_MS + 70_000)).toBeUndefined();
  expect(afterCall(probing, false, NOW_MS + 70_000)).toEqual(WELL);
});

it('a success in between begins the count anew', () => {
  expect(after(after(after(WELL, 4), 1, false), 4).pausedUntil).toBeNull();
  expect(afterCall(WELL, false, NOW_MS)).toBeUndefined();
});

it('only what shows that the service is down counts', () => {
  expect(isOutage({ status: 200, failure: '' })).toBe(false);
  expect(isOutage({ status: 404, failure: 'status' })).toBe(false);
  expect(isOutage({ status: null, failure: 'credentials' })).toBe(false);
  expect(isOutage({ status: null, failure: 'too-slow' })).toBe(true);
  expect(isOutage({ status: 503, failure: 'status' })).toBe(true);
  expect(isOutage({ status: 429, failure: 'status' })).toBe(true);
});
