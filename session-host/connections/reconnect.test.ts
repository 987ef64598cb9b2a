import { describe, expect, it } from 'vitest';
import { type DisconnectFacts, decideReconnect, MAX_RECONNECTS_A_MINUTE } from './reconnect.ts';

const facts = (code: number, more: Partial<DisconnectFacts> = {}): DisconnectFacts => ({
  code,
  linked: true,
  attempt: 0,
  hasNewerVersion: false,
  recentReconnects: [],
  nowMs: 1_000_000,
  random: 0.999,
  ...more,
});

describe('R38: the reaction to a disconnect', () => {
  it.each([
    [515, 'reconnect', 'restart-required'],
    [428, 'reconnect', 'connection-lost'],
    [408, 'reconnect', 'timed-out'],
    [500, 'reconnect', 'bad-session'],
    [503, 'reconnect', 'unavailable'],
    [0, 'reconnect', 'connection-lost'],
    [440, 'stop', 'replaced'],
    [403, 'stop', 'forbidden'],
    [411, 'stop', 'multidevice-mismatch'],
    [401, 'wipe', 'logged-out'],
    [402, 'stop', 'suspended'],
    [405, 'slow', 'client-outdated'],
    [406, 'wipe', 'unlinked'],
    [409, 'slow', 'client-refused'],
    [400, 'slow', 'refused'],
    [418, 'slow', 'refused'],
    [419, 'slow', 'refused'],
  ])('%i: %s, %s', (code, action, reason) => {
    expect(decideReconnect(facts(code))).toMatchObject({ action, reason });
  });

  it('restarts at once after 515', () => {
    expect(decideReconnect(facts(515))).toMatchObject({ delayMs: 0 });
  });

  it('never reconnects after 440', () => {
    for (let attempt = 0; attempt < 20; attempt++) {
      expect(decideReconnect(facts(440, { attempt })).action).toBe('stop');
    }
  });

  it('retries a refused login after a quarter of an hour, then hourly', () => {
    const delays = [0, 1, 2, 3, 20].flatMap((attempt) =>
      [0, 0.999].map((random) => decideReconnect(facts(405, { attempt, random }))),
    );
    const minutes = delays.map((decision) => ('delayMs' in decision ? decision.delayMs / 60_000 : -1));
    expect(minutes.map(Math.round)).toEqual([8, 15, 15, 30, 30, 60, 30, 60, 30, 60]);
  });

  it('retries with a newer version of WhatsApp Web within a second of 405, linked or not', () => {
    for (const linked of [true, false])
      expect(decideReconnect(facts(405, { linked, hasNewerVersion: true }))).toEqual({
        action: 'reconnect',
        delayMs: 999,
        reason: 'restart-required',
      });
    expect(decideReconnect(facts(409, { hasNewerVersion: true }))).toMatchObject({ action: 'slow' });
  });

  it('does not retry a refused pairing', () => {
    for (const code of [405, 409, 418])
      expect(decideReconnect(facts(code, { linked: false }))).toMatchObject({ action: 'stop', alert: true });
  });

  it('alerts when a user or operator must act', () => {
    for (const code of [440, 403, 411, 401, 402, 406])
      expect(decideReconnect(facts(code))).toMatchObject({ alert: true });
  });

  it('backs off with full jitter up to a minute', () => {
    const delays = [0, 1, 2, 3, 10].map((attempt) => decideReconnect(facts(428, { attempt })));
    expect(delays.map((decision) => (decision.action === 'reconnect' ? decision.delayMs : -1))).toEqual([
      999, 1998, 3996, 7992, 59_940,
    ]);
    expect(decideReconnect(facts(428, { attempt: 5, random: 0 }))).toMatchObject({ delayMs: 0 });
  });

  it('reconnects at most six times in any minute', () => {
    const made: number[] = [];
    let nowMs = 0;
    for (let step = 0; step < 60; step++) {
      const decision = decideReconnect(facts(428, { attempt: 0, random: 0, nowMs, recentReconnects: made }));
      if (decision.action !== 'reconnect') throw new Error(decision.reason);
      nowMs += decision.delayMs;
      made.push(nowMs);
      nowMs += 100;
    }
    for (const at of made) {
      expect(made.filter((other) => other > at - 60_000 && other <= at).length).toBeLessThanOrEqual(
        MAX_RECONNECTS_A_MINUTE,
      );
    }
  });

  it('requires a new pairing after several bad-session errors', () => {
    expect(decideReconnect(facts(500, { attempt: 3 }))).toMatchObject({
      action: 'stop',
      reason: 'bad-session',
    });
  });

  it('waits for a user when pairing ends without a scan', () => {
    expect(decideReconnect(facts(408, { linked: false }))).toMatchObject({ action: 'stop', alert: false });
  });
});
