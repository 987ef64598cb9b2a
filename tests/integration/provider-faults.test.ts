import { runCommand } from '@prosa/functions/channels/commands/run-command.ts';
import { driverOf } from '@prosa/functions/channels/drivers.ts';
import { RetryLater } from '@prosa/functions/platform/queue/retry-later.ts';
import type { ChannelCommand } from '@prosa/shared/messaging/channel-command.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { failedIndexes, sqsEvent, type Where } from '../factories/inbound-events.ts';
import type { GraphStub } from '../support/graph-stub.ts';
import { inbound } from '../support/handlers.ts';
import { useGraph } from './support/graph.ts';
import {
  callsOf,
  GRAPH_CHANNELS,
  linkedConnection,
  pendingSend,
  storedMessage,
  takenAnswer,
} from './support/provider-sends.ts';
import { useQueues } from './support/queues.ts';
import { useTable } from './support/table.ts';

useTable();
const queuesOf = useQueues();
const graphOf = useGraph();

/** Longer than the provider's stall in R27. */
const STALL_MS = 20_000;

let company: TestCompany;
beforeAll(async () => {
  company = await makeCompany();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Carries out a command; returns the delay after which it asks to be repeated, if it does. */
const run = async (command: ChannelCommand, receives: number): Promise<number | undefined> => {
  const ports = { nowMs: Date.now(), clock: { now: () => Date.now() }, random: () => 0.5 };
  try {
    await runCommand(command, { table: company.table, driverOf, ...ports, receives, isLastTry: false });
    return undefined;
  } catch (error) {
    if (error instanceof RetryLater) return error.delayS;
    throw error;
  }
};

/** Takes the reported outcomes into the table, through the inbound worker. */
const report = async (): Promise<void> => {
  const bodies = queuesOf()
    .drain('inbound')
    .map(({ body }) => body);
  expect(failedIndexes(await inbound(sqsEvent(bodies)))).toEqual([]);
};

/** Replaces the time limit of calls to Meta, which the test ends itself. Returns the limits in milliseconds. */
const holdTimeLimits = (signal: AbortSignal): number[] => {
  const limits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms);
    return signal;
  });
  return limits;
};

describe.each(GRAPH_CHANNELS)('R27: a message over %s', (channel) => {
  let where: Where;
  beforeAll(async () => {
    where = await linkedConnection(company, channel);
  });
  const pending = async () => {
    const { message, command } = await pendingSend(company, where, channel);
    return {
      command,
      calls: () => callsOf(graphOf().requests, message).length,
      stored: async () => {
        await report();
        const { sendState, sendError } = await storedMessage(company, message);
        return [sendState, sendError];
      },
    };
  };

  const doubtful: [string, ReturnType<GraphStub['answer']>][] = [
    ['an error of the server', { status: 500, json: { error: { code: 2, message: 'unexpected' } } }],
    ['an error page of a proxy', { status: 503, bytes: '<html>' }],
    ['a success with an error as its body', { json: { error: { code: 100, message: 'no' } } }],
    ['no answer, because the connection ended', 'hang-up'],
  ];
  it.each(doubtful)(
    'that gets %s is unknown after one call, also when it is delivered again',
    async (_name, answer) => {
      const { command, calls, stored } = await pending();
      graphOf().answer = () => answer;
      expect(await run(command, 1)).toBeUndefined();
      expect(await stored()).toEqual(['unknown', 'provider-failed']);
      expect(await run(command, 2)).toBeUndefined();
      expect(await stored()).toEqual(['unknown', 'provider-failed']);
      expect(calls()).toBe(1);
    },
  );

  it('that meets a rate limit is sent by the retry, which waits at least as long as the limit asks', async () => {
    const { command, calls, stored } = await pending();
    graphOf().answer = () => ({ status: 429, json: { error: { code: 4, message: 'too many calls' } } });
    const delayS = await run(command, 1);
    expect(delayS).toBeGreaterThanOrEqual(10);
    expect(await stored()).toEqual(['pending', '']);
    graphOf().answer = () => takenAnswer(channel);
    expect(await run(command, 2)).toBeUndefined();
    expect(await stored()).toEqual(['sent', '']);
    expect(calls()).toBe(2);
  });

  it('whose time limit ends before a byte was sent is sent by the retry', async () => {
    const { command, calls, stored } = await pending();
    holdTimeLimits(AbortSignal.abort());
    expect(await run(command, 1)).toBeGreaterThanOrEqual(1);
    expect(await stored()).toEqual(['pending', '']);
    expect(calls()).toBe(0);
    vi.restoreAllMocks();
    graphOf().answer = () => takenAnswer(channel);
    await run(command, 2);
    expect(await stored()).toEqual(['sent', '']);
    expect(calls()).toBe(1);
  });

  it('whose time limit ends after the request was sent is unknown, and not sent again', async () => {
    const { command, calls, stored } = await pending();
    const limit = new AbortController();
    holdTimeLimits(limit.signal);
    graphOf().answer = () => {
      limit.abort();
      return new Promise(() => undefined);
    };
    expect(await run(command, 1)).toBeUndefined();
    vi.restoreAllMocks();
    expect(await stored()).toEqual(['unknown', 'provider-failed']);
    await run(command, 2);
    expect(await stored()).toEqual(['unknown', 'provider-failed']);
    expect(calls()).toBe(1);
  });

  it('whose answer takes 20 s is sent with one call, because the time limit is longer', async () => {
    const { command, calls, stored } = await pending();
    const limits = holdTimeLimits(new AbortController().signal);
    graphOf().answer = () => Promise.resolve(takenAnswer(channel));
    await run(command, 1);
    expect(limits).toHaveLength(1);
    expect(Math.min(...limits)).toBeGreaterThan(STALL_MS);
    expect(await stored()).toEqual(['sent', '']);
    expect(calls()).toBe(1);
  });

  it('that finds no server is sent by the retry', async () => {
    const { command, calls, stored } = await pending();
    const { url } = graphOf();
    process.env.GRAPH_ENDPOINT = 'http://127.0.0.1:9';
    expect(await run(command, 1)).toBeGreaterThanOrEqual(1);
    process.env.GRAPH_ENDPOINT = url;
    expect(await stored()).toEqual(['pending', '']);
    graphOf().answer = () => takenAnswer(channel);
    await run(command, 2);
    expect(await stored()).toEqual(['sent', '']);
    expect(calls()).toBe(1);
  });
});
