import type { ReachedCap } from '@prosa/shared/entities/reached-cap.ts';
import { describe, expect, it } from 'vitest';
import { sendCounter, sumSends } from './count-sends.ts';
import { capOver, capsReached, checkEvery, isAnomalous } from './send-limits.ts';

const row = (period: string, counts: Record<string, number>) => ({
  companyId: 2,
  kind: 'messages' as const,
  period,
  shard: 0,
  ...counts,
});

describe('S-69: the messages of a company’s day', () => {
  it('are summed over rows and connections, without messages that Prosa did not send', () => {
    const rows = [
      row('D#2026-11-26', { [sendCounter(3)]: 7, out: 500, in: 3 }),
      row('D#2026-11-26', { [sendCounter(3)]: 2, [sendCounter(12)]: 5 }),
    ];
    expect(sumSends(rows)).toEqual({
      total: 14,
      byConnection: new Map([
        [3, 9],
        [12, 5],
      ]),
    });
  });

  it('reach the cap of the company, and of each connection, with the last message that is allowed', () => {
    const caps = { company: 100, connection: 60 };
    const sent = (first: number, second: number) => ({
      total: first + second,
      byConnection: new Map([
        [3, first],
        [4, second],
      ]),
    });
    expect(capsReached(sent(59, 40), caps)).toEqual([]);
    expect(capsReached(sent(60, 39), caps)).toEqual([{ connectionId: 3, cap: 60 }]);
    expect(capsReached(sent(50, 50), caps)).toEqual([{ connectionId: null, cap: 100 }]);
  });

  it.each([
    [{ company: 200, connection: 200 }, 4],
    [{ company: 50_000, connection: 20_000 }, 10],
    [{ company: 5, connection: 5 }, 1],
  ])('are summed again a fiftieth of the lowest limit later: %j', (caps, every) => {
    expect(checkEvery(caps)).toBe(every);
  });

  it.each([
    [501, 100, true],
    [500, 100, false],
    [499, 0, false],
    [500, 0, true],
  ])('are an anomaly beyond five times the mean and a floor: %i against %i', (today, mean, expected) => {
    expect(isAnomalous(today, mean)).toBe(expected);
  });
});

describe('S-69: a reached cap', () => {
  const nowMs = Date.parse('2026-11-26T12:00:00.000Z');
  const cap = (connectionId: number | null, endsAt = '2026-11-27T03:00:00.000Z'): ReachedCap => ({
    companyId: 2,
    connectionId,
    cap: 200,
    endsAt,
  });

  it('of the company stops every connection, that of a connection only this one', () => {
    expect(capOver([cap(null)], 3, nowMs)).toEqual(cap(null));
    expect(capOver([cap(4)], 4, nowMs)).toEqual(cap(4));
    expect(capOver([cap(4)], 3, nowMs)).toBeUndefined();
  });

  it('stops nothing once the company’s day has ended', () => {
    expect(capOver([cap(null, '2026-11-26T12:00:00.000Z')], 3, nowMs)).toBeUndefined();
  });
});
