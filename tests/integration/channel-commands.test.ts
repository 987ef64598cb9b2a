import { type CommandPorts, runCommand } from '@prosa/functions/channels/commands/run-command.ts';
import {
  type ChannelDriver,
  type Profile,
  ProviderFailed,
  type Remedy,
} from '@prosa/functions/channels/driver.ts';
import { KEPT_NOWHERE } from '@prosa/functions/domain/message-id.ts';
import { getObject, headObject } from '@prosa/functions/platform/blob/blob.ts';
import { contactPictureKey, storedKey } from '@prosa/functions/platform/blob/file-keys.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { RetryLater } from '@prosa/functions/platform/queue/retry-later.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { writeSendOutcome } from '@prosa/functions/platform/table/updates.ts';
import {
  connectionItems,
  loadConnection,
  loadConnectionStates,
} from '@prosa/functions/repositories/connections/connections.ts';
import { loadContact } from '@prosa/functions/repositories/contacts/contacts.ts';
import type { MessageRow } from '@prosa/functions/repositories/tickets/messages.ts';
import { avatarOf } from '@prosa/infra/local/fake-whatsapp/avatar.ts';
import type { ChannelCommand } from '@prosa/shared/messaging/channel-command.ts';
import { type InboundEvent, inboundEventSchema } from '@prosa/shared/messaging/inbound-event.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { PNG } from '../factories/files.ts';
import { failedIndexes, sqsEvent, type Where } from '../factories/inbound-events.ts';
import { channelBulk, channelCommands, inbound } from '../support/handlers.ts';
import { useBucket } from './support/bucket.ts';
import { useGraph } from './support/graph.ts';
import { linkedConnection, pendingSend } from './support/provider-sends.ts';
import { useQueues } from './support/queues.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();
const queuesOf = useQueues();
const graphOf = useGraph();

let company: TestCompany;
let where: Where;
let serial = 0;

/** Adds a connection whose account is linked. */
const link = (expireAt: string | null = null): Promise<Where> =>
  linkedConnection(company, 'whatsappapi', expireAt);

beforeAll(async () => {
  company = await makeCompany();
  where = await link();
});
beforeEach(() => {
  queuesOf().drain('inbound');
});

/** Stores a message that is being sent, and returns it with its command. */
const pending = (on: Where = where) => pendingSend(company, on, 'whatsappapi');
const rowOf = (message: MessageRow) => company.table.get(Message, message, { consistent: true });

/** Returns a driver that records its calls. */
const fakeDriver = (fields: Partial<ChannelDriver> = {}) => {
  const calls: string[] = [];
  const record =
    <A extends unknown[], R>(name: string, call: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> => {
      calls.push(name);
      return call(...args);
    };
  const driver: ChannelDriver = {
    send: record('send', fields.send ?? (() => Promise.resolve(`wamid.${++serial}`))),
    markRead: record('markRead', fields.markRead ?? (() => Promise.resolve())),
    showTyping: record('showTyping', fields.showTyping ?? (() => Promise.resolve())),
    fetchFile: record(
      'fetchFile',
      fields.fetchFile ?? (() => Promise.resolve({ bytes: PNG, mimeType: 'image/png' })),
    ),
    profileOf: record(
      'profileOf',
      fields.profileOf ?? (() => Promise.resolve({ name: 'Ana', picture: null })),
    ),
  };
  return { driver, calls };
};
const failing = (reason: ProviderFailed['reason'], remedy: Remedy) => () =>
  Promise.reject(new ProviderFailed(reason, remedy));

const run = (command: ChannelCommand, driver: ChannelDriver, fields: Partial<CommandPorts> = {}) =>
  runCommand(command, {
    table: company.table,
    driverOf: () => driver,
    nowMs: Date.now(),
    clock: { now: () => fields.nowMs ?? Date.now() },
    random: () => 0,
    receives: 1,
    isLastTry: false,
    ...fields,
  });

/** Takes the reported events from the queue, through the inbound worker. */
const report = async (): Promise<InboundEvent[]> => {
  const bodies = queuesOf()
    .drain('inbound')
    .map(({ body }) => body);
  expect(failedIndexes(await inbound(sqsEvent(bodies)))).toEqual([]);
  return bodies.map((body) => inboundEventSchema.parse(JSON.parse(body)));
};

describe('a command to send', () => {
  it('R26: is carried out once, and the message is sent under the provider’s id', async () => {
    const { message, command } = await pending();
    const { driver, calls } = fakeDriver({ send: () => Promise.resolve('wamid.one') });
    await run(command, driver);
    await run(command, driver, { receives: 2 });
    expect(calls).toEqual(['send']);
    expect(await report()).toMatchObject([
      { type: 'send-result', attempt: 1, result: { state: 'sent', providerMessageId: 'wamid.one' } },
      { type: 'send-result', result: { state: 'unknown' } },
    ]);
    expect(await rowOf(message)).toMatchObject({ sendState: 'sent', providerMessageId: 'wamid.one' });
    await run(command, driver, { receives: 3 });
    expect([calls, await report()]).toEqual([['send'], []]);
  });

  it('that Meta refuses because the contact wants no marketing messages is noted on the contact', async () => {
    const { message, command } = await pending();
    await run(command, fakeDriver({ send: failing('opted-out', { does: 'stop' }) }).driver);
    await report();
    expect(await rowOf(message)).toMatchObject({ sendState: 'failed', sendError: 'opted-out' });
    expect((await loadContact(company.table, message.contactId))?.marketingStoppedAt).not.toBeNull();
  });

  it('R26: delivered twice at once calls the provider once', async () => {
    const { message, command } = await pending();
    const { driver, calls } = fakeDriver();
    await Promise.all([run(command, driver), run(command, driver)]);
    await report();
    expect(calls).toEqual(['send']);
    expect(await rowOf(message)).toMatchObject({ sendState: 'sent' });
  });

  it('R26: whose process ended during the call reports that the outcome is unknown, also when it is late', async () => {
    for (const lateMs of [0, 600_000]) {
      const { message, command } = await pending();
      const { driver, calls } = fakeDriver({ send: () => new Promise(() => undefined) });
      const begun = new Promise<void>((resolve) => {
        const send: ChannelDriver['send'] = (...args) => {
          resolve();
          return driver.send(...args);
        };
        run(command, { ...driver, send }).catch(() => undefined);
      });
      await begun;
      await run(command, driver, { receives: 2, nowMs: Date.now() + lateMs });
      expect(calls).toEqual(['send']);
      expect(await report()).toMatchObject([{ result: { state: 'unknown', reason: 'interrupted' } }]);
      expect(await rowOf(message)).toMatchObject({ sendState: 'unknown', sendError: 'interrupted' });
    }
  });

  it('R27: asks to be repeated if the provider asks to wait, with the message pending and no outcome', async () => {
    const { message, command } = await pending();
    const busy = fakeDriver({ send: failing('rate-limited', { does: 'wait', waitS: 6 }) });
    const again = await run(command, busy.driver).catch((error: unknown) => error);
    expect(again).toBeInstanceOf(RetryLater);
    expect(again).toMatchObject({ delayS: 6 });
    expect(await rowOf(message)).toMatchObject({ sendState: 'pending' });
    expect(await report()).toEqual([]);
    await run(command, fakeDriver().driver, { receives: 2 });
    await report();
    expect(await rowOf(message)).toMatchObject({ sendState: 'sent' });
  });

  it('R27: fails as rate limited if it would wait longer than the message may, or too often', async () => {
    for (const fields of [{ nowMs: Date.now() + 76_000 }, { isLastTry: true }]) {
      const { message, command } = await pending();
      const busy = fakeDriver({ send: failing('rate-limited', { does: 'wait', waitS: 6 }) });
      await run(command, busy.driver, fields);
      await report();
      expect(await rowOf(message)).toMatchObject({ sendState: 'failed', sendError: 'rate-limited' });
    }
  });

  it('R27: that is late fails without a call', async () => {
    const { message, command } = await pending();
    const { driver, calls } = fakeDriver();
    await run(command, driver, { nowMs: command.waitsUntil });
    await report();
    expect(calls).toEqual([]);
    expect(await rowOf(message)).toMatchObject({ sendState: 'failed', sendError: 'rate-limited' });
  });

  it('R27: that is overdue and counts as unknown is not sent late', async () => {
    const { message, command } = await pending();
    await writeSendOutcome(company.table, message, 1, { state: 'unknown', reason: 'no-answer' });
    const { driver, calls } = fakeDriver();
    await run(command, driver);
    expect([calls, await report()]).toEqual([[], []]);
    expect(await rowOf(message)).toMatchObject({ sendState: 'unknown' });
  });

  it('R27: is unknown after a lost answer, and R28: failed with the reason of a refusal', async () => {
    const outcomes = [
      [{ does: 'doubt' }, 'provider-failed', 'unknown'],
      [{ does: 'stop' }, 'window-closed', 'failed'],
      [{ does: 'stop' }, 'refused-131009', 'failed'],
    ] as const;
    for (const [remedy, reason, sendState] of outcomes) {
      const { message, command } = await pending();
      await run(command, fakeDriver({ send: failing(reason, remedy) }).driver);
      await report();
      expect(await rowOf(message)).toMatchObject({ sendState, sendError: reason });
    }
  });

  it('is repeated after a fault of ours, because the provider was not called', async () => {
    const { message, command } = await pending();
    const { driver } = fakeDriver({ send: () => Promise.reject(new Error('the bucket is down')) });
    await expect(run(command, driver)).rejects.toThrow('the bucket is down');
    expect(await rowOf(message)).toMatchObject({ sendState: 'pending' });
    expect(await report()).toEqual([]);
  });

  it('of a message that is stored nowhere is carried out by its first delivery only', async () => {
    const { command } = await pending();
    const unkept = { ...command, messageId: command.messageId.replace(/^\d+/, String(KEPT_NOWHERE)) };
    const { driver, calls } = fakeDriver();
    await run(unkept, driver);
    await run(unkept, driver, { receives: 2 });
    expect(calls).toEqual(['send']);
    expect(await report()).toMatchObject([{ type: 'send-result', result: { state: 'sent' } }]);
  });
});

describe('a connection', () => {
  const stateOf = async ({ connectionId }: Where) => {
    const states = await loadConnectionStates(company.table, { consistent: true });
    return states.get(connectionId);
  };

  it('that the provider refuses is shown as down with the reason, and its message fails', async () => {
    const own = await link();
    const { message, command } = await pending(own);
    const refused = failing('relink-needed', { does: 'relink', because: 'token-refused' });
    await run(command, fakeDriver({ send: refused }).driver);
    await report();
    expect(await stateOf(own)).toMatchObject({ status: 'DISCONNECTED', reason: 'token-refused' });
    expect(await rowOf(message)).toMatchObject({ sendState: 'failed', sendError: 'relink-needed' });
  });

  it('whose token has expired is shown as down, and calls nothing', async () => {
    const own = await link('2020-01-01T00:00:00.000Z');
    const { message, command } = await pending(own);
    const { driver, calls } = fakeDriver();
    await run(command, driver);
    await report();
    expect(calls).toEqual([]);
    expect(await stateOf(own)).toMatchObject({ status: 'DISCONNECTED', reason: 'token-refused' });
    expect(await rowOf(message)).toMatchObject({ sendState: 'failed', sendError: 'relink-needed' });
  });

  it('that is removed has its commands dropped', async () => {
    const own = await link();
    const { command } = await pending(own);
    const before = await loadConnection(company.table, own.connectionId);
    await commit(connectionItems(company.table, before, undefined, Date.now()));
    forgetDirectory(company.id);
    const { driver, calls } = fakeDriver();
    await run(command, driver);
    expect([calls, await report()]).toEqual([[], []]);
  });
});

describe('a command to fetch', () => {
  const fetchCommand = (): ChannelCommand => ({
    v: 1,
    ...where,
    type: 'fetch-media',
    messageId: `1.${where.connectionId}.1700000000000-0000000a`,
    key: storedKey(company.id, systemIds.uuid()),
    media: { mimeType: 'image/png', voice: false, source: '{"id":"900"}' },
    maxBytes: 1000,
  });
  const keyOf = (command: ChannelCommand) => (command.type === 'fetch-media' ? command.key : '');

  it('stores a file under its key and reports it', async () => {
    const command = fetchCommand();
    await run(command, fakeDriver().driver);
    expect(Buffer.from((await getObject(keyOf(command))) ?? [])).toEqual(PNG);
    expect(await report()).toMatchObject([
      {
        type: 'media',
        result: { state: 'stored', key: keyOf(command), mimeType: 'image/png', size: PNG.length },
      },
    ]);
  });

  it('reports a file that the provider no longer has, and stores nothing', async () => {
    const command = fetchCommand();
    const gone = failing('media-missing', { does: 'stop' });
    await run(command, fakeDriver({ fetchFile: gone }).driver);
    expect(await report()).toMatchObject([
      { type: 'media', result: { state: 'failed', reason: 'media-missing' } },
    ]);
    expect(await headObject(keyOf(command))).toBeUndefined();
  });

  it('R27: is repeated after a lost answer, with growing random delays and for two minutes on average', async () => {
    const lost = fakeDriver({ fetchFile: failing('provider-failed', { does: 'doubt' }) });
    const delays: number[] = [];
    for (let receives = 1; ; receives++) {
      const average = { receives, random: () => 0.5 };
      const error = await run(fetchCommand(), lost.driver, average).catch((reason: unknown) => reason);
      if (!(error instanceof RetryLater)) break;
      delays.push(error.delayS);
    }
    expect(delays).toEqual([1, 2, 4, 8, 15, 15, 15, 15, 15, 15, 15]);
    expect(await report()).toMatchObject([{ result: { state: 'failed', reason: 'provider-failed' } }]);
  });

  it('reports a profile with the contact; a hidden one is not reported', async () => {
    const person = { kind: 'psid', value: '4455' } as const;
    const command = { v: 1, ...where, type: 'fetch-profile', contactId: 5, person } as const;
    await run(command, fakeDriver().driver);
    const told = queuesOf().drain('inbound');
    expect(told.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'profile', contactId: 5, person, name: 'Ana' },
    ]);
    await run(command, fakeDriver({ profileOf: () => Promise.resolve(undefined) }).driver);
    expect(queuesOf().drain('inbound')).toEqual([]);
  });

  it('stores the picture of a profile; a file that is no picture is none, and a missing one changes nothing', async () => {
    const person = { kind: 'psid', value: '4455' } as const;
    const pictureKey = contactPictureKey(company.id, 5);
    const command = { v: 1, ...where, type: 'fetch-profile', contactId: 5, person, pictureKey } as const;
    const toldFor = async (picture: Profile['picture']) => {
      await run(command, fakeDriver({ profileOf: () => Promise.resolve({ name: 'Ana', picture }) }).driver);
      const [told] = queuesOf().drain('inbound');
      const event = inboundEventSchema.parse(JSON.parse(told?.body ?? ''));
      return event.type === 'profile' ? event.pictureKey : 'no profile';
    };
    expect(await toldFor(undefined)).toBeUndefined();
    expect(await toldFor({ bytes: Buffer.from('<svg/>'), mimeType: 'image/png' })).toBeNull();
    const stored = await toldFor({ bytes: PNG, mimeType: 'text/html' });
    expect(stored?.startsWith(`${pictureKey}-`)).toBe(true);
    expect(await headObject(stored ?? '')).toMatchObject({ mimeType: 'image/png' });
    expect(await toldFor({ bytes: PNG, mimeType: 'image/png' })).toBe(stored);
    expect(await toldFor({ bytes: avatarOf('another'), mimeType: 'image/png' })).not.toBe(stored);
  });
});

it('a command to mark as read is not repeated when the provider fails', async () => {
  const to = [{ kind: 'phone', value: '5511' }] as const;
  const command: ChannelCommand = {
    v: 1,
    ...where,
    type: 'read',
    to: [...to],
    providerMessageIds: ['wamid.1'],
    waitsUntil: Date.now() + 1000,
  };
  const { driver, calls } = fakeDriver({ markRead: failing('rate-limited', { does: 'wait', waitS: 6 }) });
  await run(command, driver);
  expect([calls, await report()]).toEqual([['markRead'], []]);
});

it('a command to show typing is not repeated when the provider fails, and not carried out late', async () => {
  const waitsUntil = Date.now() + 10_000;
  const to = [{ kind: 'phone', value: '5511' } as const];
  const command: ChannelCommand = { v: 1, ...where, type: 'typing', to, newestId: 'wamid.1', waitsUntil };
  const { driver, calls } = fakeDriver({ showTyping: failing('rate-limited', { does: 'wait', waitS: 6 }) });
  await run(command, driver);
  expect([calls, await report()]).toEqual([['showTyping'], []]);
  await run(command, driver, { nowMs: waitsUntil });
  expect(calls).toEqual(['showTyping']);
});

describe.each([
  ['channel-commands', channelCommands],
  ['channel-bulk', channelBulk],
])('the worker of %s', (_queue, worker) => {
  it('S-62: sends, fetches and reports with its own role', async () => {
    const graph = graphOf();
    graph.answer = ({ path }) => {
      if (path.endsWith('/messages')) return { json: { messages: [{ id: `wamid.${++serial}` }] } };
      return path === '/file'
        ? { bytes: PNG, headers: { 'content-type': 'image/png' } }
        : { json: { id: '77001', url: `${graph.url}/file` } };
    };
    const { message, command } = await pending();
    const fetched: ChannelCommand = {
      v: 1,
      ...where,
      type: 'fetch-media',
      messageId: message.id,
      key: storedKey(company.id, systemIds.uuid()),
      media: { mimeType: 'image/png', voice: false, source: '{"id":"900"}' },
      maxBytes: 1000,
    };
    const image = {
      kind: 'image',
      key: fetched.key,
      mimeType: 'image/png',
      fileName: '',
      voice: false,
    } as const;
    const { message: picture, command: withImage } = await pending();
    const bodies = [command, fetched, { ...withImage, content: image }].map((one) => JSON.stringify(one));
    expect(failedIndexes(await worker(sqsEvent(bodies)))).toEqual([]);
    const results = await report();
    expect(results.map(({ type }) => type).toSorted()).toEqual(['media', 'send-result', 'send-result']);
    expect(await rowOf(message)).toMatchObject({ sendState: 'sent' });
    expect(await rowOf(picture)).toMatchObject({ sendState: 'sent' });
  });
});
