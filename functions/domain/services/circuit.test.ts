import { describe, expect, it } from 'vitest';
import { afterCall, duringProbe, isOutage, passageOf, pauseOf } from './circuit.ts';

const NOW_MS = Date.UTC(2026, 10, 27, 12);
const WELL = { failures: 0, pausedUntil: null };
type Health = { failures: number; pausedUntil: string | null };

const after = (health: Health, times: number, isDown = true): Health =>
  Array.from({ length: times }).reduce<Health>((one) => afterCall(one, isDown, NOW_MS) ?? one, health);

it('R27: five failures in a row pause a service for a minute; then one probe goes out', () => {
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

it('a pause is shown until it ends', () => {
  const paused = after(WELL, 5);
  expect(pauseOf(paused, NOW_MS + 59_999)).toBe('2026-11-27T12:01:00.000Z');
  expect(pauseOf(paused, NOW_MS + 60_000)).toBeNull();
  expect(pauseOf(after(WELL, 4), NOW_MS)).toBeNull();
  expect(pauseOf(undefined, NOW_MS)).toBeNull();
});

describe('only what shows that the service is down counts', () => {
  it.each([
    ['an answer', 200, '', false],
    ['an address that is gone', 404, 'status', false],
    ['a refused key file', null, 'credentials', false],
    ['silence', null, 'too-slow', true],
    ['a server error', 503, 'status', true],
    ['too many requests', 429, 'status', true],
  ])('of an integration: %s', (_what, status, failure, isDown) => {
    expect(isOutage({ status, failure })).toBe(isDown);
  });

  it.each([
    ['no key', null, 'key', false],
    ['a refused key', 401, 'key', false],
    ['an unknown model', 404, 'status', false],
    ['a refused parameter', 400, 'status', false],
    ['refused content', 400, 'content', false],
    ['a filtered answer', 200, 'content', false],
    ['an empty answer', 200, 'not-understood', false],
    ['an account without credit', 429, 'quota', false],
    ['an account without credit, as some say it', 402, 'quota', false],
    ['too many requests', 429, 'busy', true],
    ['silence', null, 'too-slow', true],
    ['no connection', null, 'unreachable', true],
    ['a server error', 500, 'status', true],
    ['a gateway whose model fails', 502, 'status', true],
  ])('of an assistant: %s', (_what, status, failure, isDown) => {
    expect(isOutage({ status, failure })).toBe(isDown);
  });
});
