import { afterEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, REF } from '../testing/harness.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { type ConnectionHealth, newHealth } from './health.ts';
import { HEALTH_EVERY_MS, HealthReports, storedHealthOf, WaitingSends } from './health-reports.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const health = (fields: object = {}): ConnectionHealth => ({ ...newHealth(REF, 1), ...fields });

describe('the stored health of an account', () => {
  it("holds the last frame's time, the drops of the last hour, the waiting conversations and the unreadable messages", () => {
    const stored = storedHealthOf(
      health({
        lastFrameAt: NOW - 5000,
        droppedAt: [NOW - 3_600_001, NOW - 3_599_999, NOW - 10],
        undecryptable: 5,
        recovered: 2,
      }),
      3,
      NOW,
    );
    expect(stored).toEqual({
      ...REF,
      toldAt: '2026-11-22T12:00:00.000Z',
      newsAt: {},
      violationAt: null,
      lastFrameAt: '2026-11-22T11:59:55.000Z',
      waitingConversations: 3,
      drops: 2,
      unreadable: 3,
      restriction: null,
      quota: null,
    });
  });

  it.each([
    ['BIZ_QUALITY', 'quality'],
    ['BIZ_COMMERCE_VIOLATION_ALCOHOL', 'commerce'],
    ['WEB_COMPANION_ONLY', 'companion'],
    ['WHAT_COMES_NEXT', 'other'],
  ])('shows the restriction %s as %s, while it lasts', (enforcementType, kind) => {
    const until = (ms: number) =>
      storedHealthOf(
        health({
          restriction: { isActive: true, enforcementType, timeEnforcementEnds: new Date(NOW + ms) },
        }),
        0,
        NOW,
      ).restriction;
    expect(until(60_000)).toEqual({ kind, until: '2026-11-22T12:01:00.000Z' });
    expect(until(0)).toBeNull();
  });

  it.each([
    [
      { capping_status: 'CAPPED', used_quota: 100, total_quota: '100' },
      { warning: 'reached', used: 100, total: 100 },
    ],
    [{ capping_status: 'FIRST_WARNING' }, { warning: 'first', used: null, total: null }],
    [
      { capping_status: 'NONE', total_quota: 50, used_quota: 2, cycle_end_timestamp: '1763900000' },
      { warning: 'none', used: 2, total: 50, renewsAt: '2025-11-23T12:13:20.000Z' },
    ],
    [{ capping_status: 'NONE', total_quota: -1, used_quota: -1 }, null],
    [{ capping_status: 'NONE' }, null],
    ['nonsense', null],
    [{ used_quota: 'many' }, null],
  ])('shows the quota %j as %j', (quota, expected) => {
    const told = storedHealthOf(health({ quota }), 0, NOW).quota;
    if (expected === null) expect(told).toBeNull();
    else expect(told).toMatchObject(expected);
  });

  it('is written on changes and every five minutes, not for each frame or message', async () => {
    const store = new MemoryStore();
    const waiting = new WaitingSends();
    const reports = new HealthReports(store, waiting);
    let at = NOW;
    const tell = async (fields: object, isRunning = true) => {
      at += 15_000;
      await reports.tell(isRunning ? [health({ lastFrameAt: at, ...fields })] : [], at);
      return store.health.length;
    };
    expect(await tell({})).toBe(1);
    for (let tick = 1; tick < HEALTH_EVERY_MS / 15_000; tick++) expect(await tell({})).toBe(1);
    expect(await tell({})).toBe(2);
    expect(await tell({ quota: { capping_status: 'CAPPED' } })).toBe(3);
    waiting.add(REF, 'one', at + 40_000);
    waiting.add(REF, 'two', at + 3_600_000);
    expect(await tell({ quota: { capping_status: 'CAPPED' } })).toBe(4);
    expect(store.health.at(-1)).toMatchObject({ waitingConversations: 2, quota: { warning: 'reached' } });
    // Not running: only the number of waiting conversations is still updated.
    expect(await tell({}, false)).toBe(4);
    expect(await tell({}, false)).toBe(5);
    expect(store.health.at(-1)).toMatchObject({ waitingConversations: 1, quota: { warning: 'reached' } });
    waiting.done(REF, 'two');
    expect(await tell({}, false)).toBe(6);
    expect(store.health.at(-1)).toMatchObject({ waitingConversations: 0 });
    for (let tick = 0; tick < 40; tick++) expect(await tell({}, false)).toBe(6);
  });
});

describe('a session host', () => {
  let bench: Bench | undefined;
  afterEach(() => bench?.close());

  it("asks WhatsApp for the account's limits, and stores them with the number of waiting conversations while the connection is down", async () => {
    bench = await openBench();
    const { store, inbox, commands } = bench;
    const { network } = bench.fake;
    network.setStanding('1:2', {
      restriction: { type: 'BIZ_QUALITY', endsS: Math.floor(Date.now() / 1000) + 3600 },
      quota: { used: 90, total: 100, status: 'SECOND_WARNING' },
    });
    await bench.host.stop();
    await bench.addHost('told', { healthTickMs: 50 }).start();
    await bench.pair();
    await expect
      .poll(() => store.health.at(-1))
      .toMatchObject({
        ...REF,
        lastFrameAt: expect.any(String),
        restriction: { kind: 'quality', until: expect.any(String) },
        quota: { warning: 'second', used: 90, total: 100 },
      });
    network.replace('1:2');
    await inbox.next('session', ({ reason }) => reason === 'replaced');
    commands.push({
      v: 1,
      ...REF,
      type: 'send',
      to: [{ kind: 'phone', value: '5511955554444' }],
      messageId: 'm1',
      attempt: 1,
      providerMessageId: '3EB0FFFFFFFFFFFFFFF1',
      content: { kind: 'text', text: 'Espere' },
      waitsUntil: Date.now() + 60_000,
    });
    await expect.poll(() => store.health.at(-1)).toMatchObject({ waitingConversations: 1 });
  });
});
