import type { EndpointHealth, WebhookDelivery } from '@prosa/shared/entities/webhook-endpoint.ts';
import { describe, expect, it } from 'vitest';
import { retryAfterMs, retryDelayMs, TRIED_FOR_MS } from './retry-schedule.ts';
import { type AttemptOutcome, settleAttempt } from './settle-attempt.ts';

const NOW_MS = Date.UTC(2026, 10, 26, 9);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const instant = (ms: number): string => new Date(ms).toISOString();

const delivery = (fields: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  companyId: 7,
  endpointId: 1,
  id: 'd1',
  type: 'ticket.changed',
  subject: 't1',
  body: '{}',
  state: 'pending',
  attempts: 0,
  createdAt: instant(NOW_MS),
  nextAt: null,
  last: null,
  ...fields,
});
const health = (fields: Partial<EndpointHealth> = {}): EndpointHealth => ({
  companyId: 7,
  endpointId: 1,
  failures: 0,
  failingSince: null,
  pausedUntil: null,
  ...fields,
});
const answered = (status: number | null, askedMs = 0): AttemptOutcome => ({
  at: instant(NOW_MS),
  durationMs: 20,
  status,
  failure: status === null ? 'unreachable' : '',
  answer: '',
  askedMs,
});
const settle = (
  outcome: AttemptOutcome,
  before: { delivery?: WebhookDelivery; health?: EndpointHealth } = {},
  jitter = 0,
) => settleAttempt({ delivery: delivery(), health: health(), ...before }, outcome, { nowMs: NOW_MS, jitter });

describe('settleAttempt', () => {
  it.each([200, 204, 299])('status %i delivers it and ends the failures of the endpoint', (status) => {
    const failing = health({
      failures: 7,
      failingSince: instant(NOW_MS - HOUR),
      pausedUntil: instant(NOW_MS),
    });
    expect(settle(answered(status), { health: failing })).toMatchObject({
      delivery: { state: 'delivered', attempts: 1, nextAt: null, last: { status } },
      health: health(),
      off: null,
      retryAtMs: null,
    });
  });

  it.each([301, 302, 400, 404, 500, null])('status %s is a failure and is tried again in 5 s', (status) => {
    expect(settle(answered(status))).toMatchObject({
      delivery: { state: 'pending', attempts: 1, nextAt: instant(NOW_MS + 5 * SECOND) },
      health: { failures: 1, failingSince: instant(NOW_MS), pausedUntil: null },
      retryAtMs: NOW_MS + 5 * SECOND,
    });
  });

  it('410 switches the endpoint off', () => {
    expect(settle(answered(410))).toMatchObject({
      delivery: { state: 'failed' },
      off: 'gone',
      retryAtMs: null,
    });
  });

  it.each([429, 503])('%i pauses the endpoint for as long as it asks', (status) => {
    expect(settle(answered(status, 40 * SECOND))).toMatchObject({
      health: { pausedUntil: instant(NOW_MS + 40 * SECOND) },
      retryAtMs: NOW_MS + 40 * SECOND,
    });
    expect(settle(answered(500, 40 * SECOND)).retryAtMs).toBe(NOW_MS + 5 * SECOND);
  });

  it.each([
    [4, 30 * SECOND],
    [5, MINUTE],
    [6, 2 * MINUTE],
    [30, 30 * MINUTE],
  ])('after %i failures another one pauses the endpoint for %i ms', (failures, pause) => {
    const { health: after, retryAtMs } = settle(answered(500), {
      health: health({ failures, failingSince: instant(NOW_MS) }),
    });
    expect(after.pausedUntil).toBe(instant(NOW_MS + pause));
    expect(retryAtMs).toBe(NOW_MS + pause);
  });

  it('a failure of a call that began before a pause does not shorten it', () => {
    const paused = health({ failures: 1, pausedUntil: instant(NOW_MS + HOUR) });
    expect(settle(answered(500), { health: paused }).health.pausedUntil).toBe(instant(NOW_MS + HOUR));
  });

  it('an endpoint that failed for a day is switched off', () => {
    const since = (ms: number) => ({ health: health({ failures: 50, failingSince: instant(NOW_MS - ms) }) });
    expect(settle(answered(null), since(TRIED_FOR_MS - 1)).off).toBeNull();
    expect(settle(answered(null), since(TRIED_FOR_MS))).toMatchObject({
      off: 'unreachable',
      delivery: { state: 'failed' },
    });
  });

  it('a delivery is given up when its next attempt would be later than a day after its event', () => {
    const old = delivery({ attempts: 8, createdAt: instant(NOW_MS - 21 * HOUR) });
    expect(settle(answered(500), { delivery: old })).toMatchObject({
      delivery: { state: 'failed', nextAt: null },
      off: null,
    });
  });

  it('a trial is tried once', () => {
    expect(settle(answered(500), { delivery: delivery({ type: 'test' }) }).delivery.state).toBe('failed');
  });
});

describe('the schedule of attempts', () => {
  it('waits longer after each attempt, and four hours at most', () => {
    const delays = Array.from({ length: 9 }, (_none, at) => retryDelayMs(at + 1, 0));
    expect(delays).toEqual([
      5 * SECOND,
      30 * SECOND,
      2 * MINUTE,
      10 * MINUTE,
      30 * MINUTE,
      HOUR,
      2 * HOUR,
      4 * HOUR,
      4 * HOUR,
    ]);
    expect(retryDelayMs(1, 1)).toBe(6 * SECOND);
  });

  it.each([
    ['120', 120 * SECOND],
    ['Thu, 26 Nov 2026 09:00:10 GMT', 10 * SECOND],
    ['Thu, 26 Nov 2026 08:00:00 GMT', 0],
    ['999999', HOUR],
    ['soon', 0],
    [undefined, 0],
  ])('Retry-After %s asks for %i ms', (header, asked) => {
    expect(retryAfterMs(header, NOW_MS)).toBe(asked);
  });
});
