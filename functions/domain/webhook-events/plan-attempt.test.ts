import type { EndpointHealth, WebhookDelivery } from '@prosa/shared/entities/webhook-endpoint.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planAttempt } from './plan-attempt.ts';
import { settleAttempt } from './settle-attempt.ts';

const START_MS = Date.UTC(2026, 10, 26, 9);
const instant = (ms: number): string => new Date(ms).toISOString();
const ON = { off: null };

const pending = (id: string, fields: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  companyId: 7,
  endpointId: 1,
  id,
  type: 'ticket.changed',
  subject: 't1',
  body: '{}',
  state: 'pending',
  attempts: 0,
  createdAt: instant(START_MS),
  nextAt: null,
  last: null,
  ...fields,
});

const plan = (fields: Partial<Parameters<typeof planAttempt>[0]>) =>
  planAttempt({
    delivery: pending('b'),
    endpoint: ON,
    health: undefined,
    firstWaiting: undefined,
    nowMs: START_MS,
    ...fields,
  });

describe('planAttempt', () => {
  it('a delivery that was delivered or has expired is not tried', () => {
    expect(plan({ delivery: pending('b', { state: 'delivered' }) })).toEqual({ does: 'nothing' });
    expect(plan({ delivery: undefined })).toEqual({ does: 'nothing' });
  });

  it('a delivery to an endpoint that is off or was removed is given up', () => {
    const off = { reason: 'user' as const, at: instant(START_MS) };
    expect(plan({ endpoint: { off } })).toEqual({ does: 'give-up' });
    expect(plan({ endpoint: undefined })).toEqual({ does: 'give-up' });
  });

  it('a delivery waits behind an earlier one of its subject, and not behind itself or a later one', () => {
    expect(plan({ firstWaiting: 'a' })).toEqual({ does: 'wait' });
    expect(plan({ firstWaiting: 'b' })).toEqual({ does: 'call', isProbe: false });
    expect(plan({ firstWaiting: 'c' })).toEqual({ does: 'call', isProbe: false });
  });

  it('a paused endpoint is not called, and the first call after the pause is a probe', () => {
    const health = { pausedUntil: instant(START_MS + 30_000) };
    expect(plan({ health })).toEqual({ does: 'come-again', atMs: START_MS + 30_000, isPaused: true });
    expect(plan({ health, nowMs: START_MS + 30_000 })).toEqual({ does: 'call', isProbe: true });
  });

  it('a message that comes long before the next attempt is due does not start it', () => {
    const delivery = pending('b', { nextAt: instant(START_MS + 60_000) });
    expect(plan({ delivery })).toEqual({ does: 'come-again', atMs: START_MS + 60_000, isPaused: false });
    expect(plan({ delivery, nowMs: START_MS + 59_000 })).toEqual({ does: 'call', isProbe: false });
  });
});

/** Delivers events of one subject to an endpoint with these outcomes. Returns the ids that it accepted, in order. */
const deliverAll = (count: number, succeeds: (call: number) => boolean) => {
  const rows = new Map(
    Array.from({ length: count }, (_none, at) => [`d${at + 100}`, pending(`d${at + 100}`)]),
  );
  const accepted: string[] = [];
  const waiting = new Set<string>();
  const queue: { id: string; atMs: number }[] = [...rows.keys()].map((id) => ({ id, atMs: START_MS }));
  let health: EndpointHealth = {
    companyId: 7,
    endpointId: 1,
    failures: 0,
    failingSince: null,
    pausedUntil: null,
  };
  let calls = 0;
  let off: string | null = null;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { id, atMs: nowMs } = next;
    const delivery = rows.get(id) ?? pending(id);
    const endpoint = { off: off === null ? null : { reason: 'gone' as const, at: instant(nowMs) } };
    const [firstWaiting] = [...waiting].sort();
    const decided = planAttempt({ delivery, endpoint, health, firstWaiting, nowMs });
    const passOn = () => {
      waiting.delete(id);
      const [follower] = [...waiting].sort();
      if (follower !== undefined) queue.push({ id: follower, atMs: nowMs });
    };
    if (decided.does === 'wait') waiting.add(id);
    if (decided.does === 'give-up') {
      rows.set(id, { ...delivery, state: 'failed' });
      passOn();
    }
    if (decided.does === 'come-again') {
      waiting.add(id);
      queue.push({ id, atMs: decided.atMs });
    }
    if (decided.does === 'call') {
      const isAccepted = succeeds(calls++);
      if (isAccepted) accepted.push(id);
      const outcome = { at: instant(nowMs), durationMs: 1, status: isAccepted ? 204 : 500 };
      const settled = settleAttempt(
        { delivery, health },
        { ...outcome, failure: '', answer: '', askedMs: 0 },
        { nowMs, jitter: 0 },
      );
      rows.set(id, settled.delivery);
      ({ health } = settled);
      off ??= settled.off;
      if (settled.retryAtMs === null) passOn();
      else {
        waiting.add(id);
        queue.push({ id, atMs: settled.retryAtMs });
      }
    }
    queue.sort((a, b) => a.atMs - b.atMs);
  }
  return { accepted, states: [...rows.values()].map(({ state }) => state), waiting };
};

describe('the order of a subject', () => {
  it('is kept however its calls end, and every delivery ends', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.boolean(), { maxLength: 200 }),
        (count, oks) => {
          const { accepted, states, waiting } = deliverAll(count, (call) => oks[call] ?? true);
          expect(accepted).toEqual([...accepted].sort());
          expect(new Set(accepted).size).toBe(accepted.length);
          expect(states).not.toContain('pending');
          expect(waiting.size).toBe(0);
        },
      ),
    );
  });

  it('no event is lost if the endpoint recovers within a day', () => {
    const { accepted } = deliverAll(5, (call) => call > 6);
    expect(accepted).toHaveLength(5);
  });
});
