import { type CommandPorts, runCommand } from '@prosa/functions/channels/commands/run-command.ts';
import { type ChannelDriver, ProviderFailed, type Remedy } from '@prosa/functions/channels/driver.ts';
import { KEPT_NOWHERE } from '@prosa/functions/domain/message-id.ts';
import { RetryLater } from '@prosa/functions/platform/queue/retry-later.ts';
import { loadCircuit } from '@prosa/functions/repositories/connections/circuits.ts';
import type { MessageRow } from '@prosa/functions/repositories/tickets/messages.ts';
import type { ChannelCommand } from '@prosa/shared/messaging/channel-command.ts';
import { hasStayed } from '@prosa/shared/rules/send-failure.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { failedIndexes, sqsEvent, type Where } from '../factories/inbound-events.ts';
import { inbound } from '../support/handlers.ts';
import { linkedConnection, pendingSend, type SendCommand, storedMessage } from './support/provider-sends.ts';
import { useQueues } from './support/queues.ts';
import { useTable } from './support/table.ts';
import { isWrite, standBeforeTable } from './support/table-proxy.ts';

useTable();
const queuesOf = useQueues();

const FAILURES_TO_OPEN = 20;
const MINUTE_MS = 60_000;

let company: TestCompany;
let where: Where;
let nowMs: number;
/** What the provider does; the test sets it. */
let provider: () => Promise<void>;
let calls: number;

beforeAll(async () => {
  company = await makeCompany();
});
beforeEach(async () => {
  where = await linkedConnection(company, 'whatsappapi');
  nowMs = Date.now();
  calls = 0;
});

const works = () => Promise.resolve();
const fails = (reason: ProviderFailed['reason'], remedy: Remedy) => () =>
  Promise.reject(new ProviderFailed(reason, remedy));
const isDown = fails('provider-failed', { does: 'doubt' });

const call = async <T>(answer: T): Promise<T> => {
  calls += 1;
  await provider();
  return answer;
};
const driver: ChannelDriver = {
  send: () => call(`wamid.${calls}`),
  markRead: () => call(undefined),
  showTyping: () => call(undefined),
  fetchFile: () => call({ bytes: new Uint8Array(), mimeType: '' }),
  profileOf: () => call({ name: 'Ana', picture: null }),
};

/** Carries out a command; returns the delay after which it asks to be repeated, if it does. */
const run = async (
  command: ChannelCommand,
  fields: Partial<CommandPorts> = {},
): Promise<number | undefined> => {
  const ports = { nowMs, clock: { now: () => nowMs }, random: () => 1, receives: 1, isLastTry: false };
  try {
    await runCommand(command, { table: company.table, driverOf: () => driver, ...ports, ...fields });
    return undefined;
  } catch (error) {
    if (error instanceof RetryLater) return error.delayS;
    throw error;
  }
};
const pending = (on: Where = where) => pendingSend(company, on, 'whatsappapi');
const stateOf = async (message: MessageRow) => {
  const bodies = queuesOf()
    .drain('inbound')
    .map(({ body }) => body);
  expect(failedIndexes(await inbound(sqsEvent(bodies)))).toEqual([]);
  return storedMessage(company, message);
};
const readMark = (): ChannelCommand => ({
  v: 1,
  ...where,
  type: 'read',
  to: [{ kind: 'phone', value: '5511' }],
  providerMessageIds: ['wamid.1'],
  waitsUntil: nowMs + MINUTE_MS,
});
/** Has calls of read marks fail, which are not repeated. */
const fail = async (count: number): Promise<void> => {
  provider = isDown;
  for (let n = 0; n < count; n++) await run(readMark());
};
const isOpen = async () => ((await loadCircuit(company.table, where.connectionId))?.open ?? null) !== null;
/** Opens the circuit, and forgets the calls that did so. */
const open = async (): Promise<void> => {
  await fail(FAILURES_TO_OPEN);
  expect(await isOpen()).toBe(true);
  calls = 0;
};

describe('R27: the circuit of a connection', () => {
  it('opens after 20 failures, sends too, within 60 s: later commands call nothing and are repeated', async () => {
    await fail(FAILURES_TO_OPEN - 1);
    expect(await isOpen()).toBe(false);
    const { command: last } = await pending();
    await run(last);
    expect(await isOpen()).toBe(true);
    calls = 0;
    const { message, command } = await pending();
    expect(await run(command)).toBeGreaterThanOrEqual(5);
    await run(readMark());
    const person = { kind: 'phone', value: '5511' } as const;
    expect(await run({ v: 1, ...where, type: 'fetch-profile', contactId: 1, person })).toBeGreaterThan(0);
    const media = { mimeType: 'image/png', voice: false, source: '{"id":"900"}' };
    const fetched = { key: 't/1/a', messageId: message.id, media, maxBytes: 10 };
    expect(await run({ v: 1, ...where, type: 'fetch-media', ...fetched })).toBeGreaterThan(0);
    expect(calls).toBe(0);
    expect(await stateOf(message)).toMatchObject({ sendState: 'pending' });
  });

  it('concerns no other connection', async () => {
    await open();
    const { message, command } = await pending(await linkedConnection(company, 'whatsappapi'));
    provider = works;
    await run(command);
    expect(await stateOf(message)).toMatchObject({ sendState: 'sent' });
  });

  it('stays closed at failures that took longer than 60 s', async () => {
    await fail(FAILURES_TO_OPEN - 1);
    nowMs += MINUTE_MS;
    await fail(1);
    expect(await isOpen()).toBe(false);
  });

  it.each<[ProviderFailed['reason'], Remedy]>([
    ['rate-limited', { does: 'wait', waitS: 10 }],
    ['window-closed', { does: 'stop' }],
    ['refused-131009', { does: 'stop' }],
  ])(
    'is not opened by any number of calls that are refused with %s, which write nothing',
    async (reason, remedy) => {
      provider = fails(reason, remedy);
      for (let n = 0; n < FAILURES_TO_OPEN + 1; n++) await run(readMark());
      expect(calls).toBe(FAILURES_TO_OPEN + 1);
      expect(await loadCircuit(company.table, where.connectionId)).toBeUndefined();
    },
  );

  it('counts every one of 20 failures at once', async () => {
    provider = isDown;
    await Promise.all(Array.from({ length: FAILURES_TO_OPEN }, () => run(readMark())));
    expect(await isOpen()).toBe(true);
  });

  it('writes nothing for a message that waits', async () => {
    await open();
    const { command } = await pending();
    const operations: string[] = [];
    await standBeforeTable((request, forward) => {
      operations.push(isWrite(request) ? 'write' : request.operation);
      return forward();
    });
    expect(await run(command)).toBeGreaterThan(0);
    expect(operations).toEqual(['BatchGetItem']);
  });

  it('lets one of several commands through after its pause, and closes when the provider answers it', async () => {
    await open();
    const sends = await Promise.all([pending(), pending(), pending()]);
    nowMs += 5_000;
    const answered = Promise.withResolvers<void>();
    provider = () => answered.promise;
    const [first, ...others] = sends;
    const trial = run(first?.command ?? readMark());
    await expect.poll(() => calls).toBe(1);
    for (const { command } of others) expect(await run(command)).toBeGreaterThanOrEqual(1);
    expect(calls).toBe(1);
    answered.resolve();
    await trial;
    expect(await loadCircuit(company.table, where.connectionId)).toBeUndefined();
    for (const { command } of others) await run(command, { receives: 2 });
    for (const { message } of sends) expect(await stateOf(message)).toMatchObject({ sendState: 'sent' });
    expect(calls).toBe(3);
  });

  it('gives the trial to one of several commands that come at once', async () => {
    await open();
    const sends = await Promise.all([pending(), pending(), pending(), pending()]);
    nowMs += 5_000;
    provider = () => new Promise(() => undefined);
    const waiting = sends.map(({ command }) => run(command));
    const delays: (number | undefined)[] = [];
    for (const one of waiting) void one.then((delayS) => delays.push(delayS));
    await expect.poll(() => delays).toHaveLength(3);
    expect(calls).toBe(1);
  });

  it('closes when the provider refuses the trial, because it responds', async () => {
    await open();
    nowMs += 5_000;
    provider = fails('window-closed', { does: 'stop' });
    await run(readMark());
    expect(await isOpen()).toBe(false);
  });

  it('stays open after a failed trial, for a longer pause', async () => {
    await open();
    nowMs += 5_000;
    await run(readMark());
    expect(calls).toBe(1);
    nowMs += 9_000;
    await run(readMark());
    expect(calls).toBe(1);
    nowMs += 1_000;
    await run(readMark());
    expect(calls).toBe(2);
  });

  it('gives another command the trial when a fault of ours prevented it', async () => {
    await open();
    nowMs += 5_000;
    provider = () => Promise.reject(new Error('the bucket is down'));
    await expect(run(readMark())).rejects.toThrow('the bucket is down');
    provider = works;
    await run(readMark());
    expect(await isOpen()).toBe(false);
  });

  it('fails a message whose time ends while it is open, with a reason, and for a resend of all', async () => {
    await open();
    const { message, command } = await pending();
    nowMs = command.waitsUntil - 2_000;
    const circuit = await loadCircuit(company.table, where.connectionId);
    expect(circuit?.open?.until).toBeDefined();
    await run(readMark());
    expect(calls).toBe(1);
    // The trial failed, and the next pause ends after the message's time.
    await run(command, { receives: 6 });
    expect(calls).toBe(1);
    const row = await stateOf(message);
    expect(row).toMatchObject({ sendState: 'failed', sendError: 'provider-unavailable' });
    expect(hasStayed(row)).toBe(true);
  });

  it('fails a message that comes only after its time', async () => {
    const { message, command } = await pending();
    nowMs = command.waitsUntil + 1_000;
    await open();
    await run(command);
    expect(calls).toBe(0);
    expect(await stateOf(message)).toMatchObject({
      sendState: 'failed',
      sendError: 'provider-unavailable',
    });
  });

  it('fails a message that is stored nowhere at once, because it cannot wait', async () => {
    await open();
    const { command } = await pending();
    const unkept: SendCommand = {
      ...command,
      messageId: command.messageId.replace(/^\d+/, String(KEPT_NOWHERE)),
    };
    expect(await run(unkept)).toBeUndefined();
    expect(calls).toBe(0);
    expect(
      queuesOf()
        .drain('inbound')
        .map(({ body }) => JSON.parse(body)),
    ).toMatchObject([{ type: 'send-result', result: { state: 'failed', reason: 'provider-unavailable' } }]);
  });

  it('R26: leaves a message unknown whose process ended in the call that opened it', async () => {
    const { message, command } = await pending();
    provider = () => new Promise(() => undefined);
    void run(command);
    await expect.poll(() => calls).toBe(1);
    await open();
    nowMs = command.waitsUntil - 1_000;
    await run(command, { receives: 9 });
    expect(calls).toBe(0);
    expect(await stateOf(message)).toMatchObject({ sendState: 'unknown', sendError: 'interrupted' });
  });

  it('is forgotten in its count when the table is away, which changes no outcome', async () => {
    const { message, command } = await pending();
    provider = isDown;
    const mend = await standBeforeTable((request, forward) =>
      request.body.includes('CIRCUIT') && isWrite(request)
        ? Promise.resolve({
            status: 400,
            body: '{"__type":"com.amazonaws.dynamodb.v20120810#ValidationException"}',
          })
        : forward(),
    );
    await run(command);
    mend();
    expect(await stateOf(message)).toMatchObject({ sendState: 'unknown', sendError: 'provider-failed' });
    expect(await loadCircuit(company.table, where.connectionId)).toBeUndefined();
  });
});
