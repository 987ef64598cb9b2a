import { describe, expect, it } from 'vitest';
import { createRealtime, type Socket } from '../../frontend/lib/live/realtime.ts';
import { seededRandom } from '../support/seeded-random.ts';

const SECOND = 1000;
const BROWSERS = 2000;
/** API Gateway's limit of new connections in a second. */
const MOST_A_SECOND = 500;
const SEEDS = [1, 20_260_711, 77];
/** Time at which all browsers lose their WebSocket connections, after all have been connected for a while. */
const LOSS_MS = 30 * SECOND;

/** A clock that stands still until `goTo`, and then advances millisecond by millisecond. */
const virtualClock = () => {
  let nowMs = 0;
  const due = new Map<number, Set<() => void>>();
  return {
    now: () => nowMs,
    later: (work: () => void, ms: number) => {
      const at = nowMs + Math.max(1, Math.ceil(ms));
      const works = due.get(at) ?? new Set();
      due.set(at, works.add(work));
      return () => works.delete(work);
    },
    goTo: async (untilMs: number): Promise<void> => {
      for (; nowMs < untilMs; nowMs++) {
        const works = due.get(nowMs);
        if (works === undefined) continue;
        due.delete(nowMs);
        for (const work of works) work();
        // Requests are answered within the same millisecond.
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
};

/** How the server fails while it is down. */
type Refusal = 'no ticket' | 'no socket' | 'socket dropped at once';

/**
 * Connects all browsers, drops their WebSocket connections together, and keeps the server down for `downMs`. Returns
 * the times of socket token requests, connection attempts and successful returns, in milliseconds since the loss.
 */
const loseTogether = async (browsers: number, seed: number, downMs = 0, refusal: Refusal = 'no ticket') => {
  const clock = virtualClock();
  const random = seededRandom(seed);
  const since = () => clock.now() - LOSS_MS;
  const isDown = () => since() >= 0 && since() < downMs;
  const tickets: number[] = [];
  const sockets: number[] = [];
  const back: number[] = [];
  const open = new Set<Socket>();
  const stops = Array.from({ length: browsers }, () => {
    const realtime = createRealtime({
      getTicket: async () => {
        tickets.push(since());
        if (isDown() && refusal === 'no ticket') throw new Error('down');
        return 'ticket';
      },
      openSocket: () => {
        sockets.push(since());
        const socket: Socket = {
          send: () => undefined,
          close: () => undefined,
          onopen: null,
          onmessage: null,
          onclose: null,
        };
        const isRefused = isDown();
        clock.later(() => {
          if (!isRefused || refusal === 'socket dropped at once') socket.onopen?.();
          if (isRefused) return socket.onclose?.();
          open.add(socket);
          back.push(since());
        }, 20);
        return socket;
      },
      later: clock.later,
      random,
      contained: (work) => work(),
      takePage: () => null,
      onOpened: () => undefined,
      onReopened: () => undefined,
    });
    // The browsers connect at different times.
    clock.later(() => realtime.start(), random() * (LOSS_MS / 3));
    return realtime.stop;
  });
  await clock.goTo(LOSS_MS);
  expect(open.size).toBe(browsers);
  for (const list of [tickets, sockets, back]) list.length = 0;
  const lost = [...open];
  open.clear();
  for (const socket of lost) socket.onclose?.();
  await clock.goTo(LOSS_MS + downMs + 40 * SECOND);
  expect(open.size).toBe(browsers);
  for (const stop of stops) stop();
  return { tickets, sockets, back };
};

/** Returns the highest number of moments within any one second. */
const mostInASecond = (moments: readonly number[]): number => {
  const sorted = moments.toSorted((a, b) => a - b);
  let from = 0;
  let most = 0;
  for (const [at, moment] of sorted.entries()) {
    while (moment - (sorted[from] ?? moment) >= SECOND) from += 1;
    most = Math.max(most, at - from + 1);
  }
  return most;
};

describe.each(SEEDS)('browsers that lose their WebSocket connections together (seed %i)', (seed) => {
  it('R43: reconnect at no more than 500 a second, within seven seconds', async () => {
    const { tickets, sockets, back } = await loseTogether(BROWSERS, seed);
    expect(tickets).toHaveLength(BROWSERS);
    expect(sockets).toHaveLength(BROWSERS);
    expect(mostInASecond(sockets)).toBeLessThanOrEqual(MOST_A_SECOND);
    expect(Math.max(...back)).toBeLessThan(7 * SECOND);
  });

  it.each<[number, Refusal]>([
    [10, 'no ticket'],
    [10, 'no socket'],
    [10, 'socket dropped at once'],
    [60, 'no ticket'],
    [60, 'no socket'],
    [60, 'socket dropped at once'],
  ])(
    'R43: retry at no more than 500 a second while the server is down for %i s: %s',
    async (downS, refusal) => {
      const { tickets, sockets, back } = await loseTogether(BROWSERS, seed, downS * SECOND, refusal);
      expect(mostInASecond(tickets)).toBeLessThanOrEqual(MOST_A_SECOND);
      expect(mostInASecond(sockets)).toBeLessThanOrEqual(MOST_A_SECOND);
      expect(back).toHaveLength(BROWSERS);
      expect(Math.max(...back)).toBeLessThan((downS + 31) * SECOND);
    },
  );
});

it('R43: a single browser reconnects within seven seconds', async () => {
  for (let seed = 0; seed < 200; seed++) {
    const { tickets, sockets, back } = await loseTogether(1, seed);
    expect([tickets.length, sockets.length, back.length]).toEqual([1, 1, 1]);
    expect(back[0]).toBeLessThan(7 * SECOND);
  }
});
