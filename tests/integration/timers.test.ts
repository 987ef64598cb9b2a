import { isDeepStrictEqual } from 'node:util';
import { makeMessageId, makeSortKey } from '@prosa/functions/domain/message-id.ts';
import { systemClock, toInstant } from '@prosa/functions/platform/clock.ts';
import { sha256, systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Presence } from '@prosa/functions/platform/table/entities/users.ts';
import { Quarantine, TIMER_SHARDS, Timer, TimerWalk } from '@prosa/functions/platform/table/entities/work.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { clearTimerItem, setTimerItem } from '@prosa/functions/platform/timers/set-timer.ts';
import { noteSignOfLife, presenceItems } from '@prosa/functions/repositories/users/presence.ts';
import { messageMediaSchema } from '@prosa/shared/entities/message.ts';
import { ONLINE_WINDOW_MS } from '@prosa/shared/rules/presence.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { messageRow } from '../factories/rows.ts';
import { timerTick as tick } from '../support/handlers.ts';
import { useEdge } from './support/edge.ts';
import { fireTimers } from './support/fire-timers.ts';
import { useTable } from './support/table.ts';
import { spoilTable } from './support/table-faults.ts';

useTable();
const edge = useEdge();
let company: TestCompany;
let nowMs = Date.now();
const ports = () => ({ ids: systemIds, nowMs });

beforeEach(async () => {
  nowMs = Date.now();
  // Companies share shards, so the position that another test's ticks reached must not be the start here.
  for (let shard = 0; shard < TIMER_SHARDS; shard++)
    await commit([globalTable.delete(TimerWalk, { shard }, 'any')]);
  company = await makeCompany();
  vi.spyOn(systemClock, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const GIVEN_UP = { state: 'failed' };
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Runs a tick. Returns the bodies that it handed over for this company. */
const handedOver = async () => {
  await tick({});
  const queue = edge().sqs.queue('timers');
  const waiting = queue.counts();
  return { waiting, now: edge().takeAll('timers') };
};

const timerOf = (kind: 'media-check' | 'presence-check', subject: string) =>
  company.table.get(Timer, { kind, subject }, { consistent: true });

const addMessage = async (dueInMs: number) => {
  const parts = { contactId: 3, connectionId: 4, sortKey: makeSortKey(nowMs, systemIds.sortable(nowMs)) };
  const id = makeMessageId(parts);
  const row = messageRow({
    ...parts,
    id,
    companyId: company.id,
    media: messageMediaSchema.parse({ state: 'fetching' }),
  });
  await commit([
    company.table.put(Message, row, 'absent'),
    setTimerItem(company.table, { kind: 'media-check', subject: id, dueAt: nowMs + dueInMs }, ports()),
  ]);
  const timer = await timerOf('media-check', id);
  return {
    id,
    body: { companyId: company.id, kind: 'media-check', subject: id, token: timer?.token },
    read: () => company.table.get(Message, parts, { consistent: true }),
  };
};

describe('timer tick', () => {
  it('hands over a timer that is overdue or due before the next tick, once', async () => {
    const overdue = await addMessage(-MINUTE);
    await addMessage(90 * SECOND);
    await addMessage(4 * MINUTE);
    nowMs += MINUTE;
    const first = await handedOver();
    expect(first.now).toEqual([overdue.body]);
    expect(first.waiting.delayed).toBe(1);
    nowMs += MINUTE;
    const second = await handedOver();
    expect([second.now, second.waiting.delayed]).toEqual([[], 1]);
    nowMs += MINUTE;
    await tick({});
    expect(edge().sqs.queue('timers').counts().delayed).toBe(2);
  });

  it('hands over a timer that was set just before the tick, at most twice', async () => {
    const { body } = await addMessage(0);
    expect((await handedOver()).now).toContainEqual(body);
    nowMs += MINUTE;
    expect((await handedOver()).now).toContainEqual(body);
    nowMs += MINUTE;
    expect((await handedOver()).now).not.toContainEqual(body);
  });

  it('hands over a timer again when its message was lost', async () => {
    const { body } = await addMessage(0);
    nowMs += MINUTE;
    expect((await handedOver()).now).toContainEqual(body);
    nowMs += 9 * MINUTE;
    expect((await handedOver()).now).not.toContainEqual(body);
    nowMs += MINUTE;
    expect((await handedOver()).now).toContainEqual(body);
  });

  it('finds a timer that was set behind its position', async () => {
    const later = await addMessage(MINUTE);
    nowMs += MINUTE;
    expect((await handedOver()).now).toContainEqual(later.body);
    const sooner = await addMessage(-MINUTE);
    nowMs += MINUTE;
    const second = await handedOver();
    expect(second.now).toContainEqual(sooner.body);
    expect(second.now).not.toContainEqual(later.body);
  });

  it('does not hand over a removed or replaced timer', async () => {
    const { id, body } = await addMessage(0);
    await commit([clearTimerItem(company.table, { kind: 'media-check', subject: id })]);
    expect((await handedOver()).now).not.toContainEqual(body);
    await commit([clearTimerItem(company.table, { kind: 'media-check', subject: id })]);
  });
});

describe('due timers', () => {
  it('a due timer ends the wait for a file that never arrived', async () => {
    const lost = await addMessage(0);
    expect(await fireTimers(lost.body)).toEqual([]);
    expect(await lost.read()).toMatchObject({ media: GIVEN_UP });
    expect(await timerOf('media-check', lost.id)).toBeUndefined();
  });

  it('a due timer of a message whose file has arrived leaves the message unchanged, and ends', async () => {
    const message = await addMessage(0);
    const row = await message.read();
    if (row === undefined) throw new Error('no message');
    const media = messageMediaSchema.parse({ state: 'stored' });
    await commit([company.table.put(Message, { ...row, media }, row.version)]);
    expect(await fireTimers(message.body)).toEqual([]);
    expect(await message.read()).toMatchObject({ media: { state: 'stored' }, version: row.version + 1 });
    expect(await timerOf('media-check', message.id)).toBeUndefined();
  });

  it('R22: a due timer has one effect when delivered to several workers', async () => {
    const message = await addMessage(0);
    const failures = await Promise.all(Array.from({ length: 10 }, () => fireTimers(message.body)));
    expect(failures.flat()).toEqual([]);
    expect(await message.read()).toMatchObject({ media: GIVEN_UP, version: 2 });
    expect(await fireTimers(message.body)).toEqual([]);
    expect(await message.read()).toMatchObject({ version: 2 });
  });

  it('a due timer does nothing after it was replaced', async () => {
    const message = await addMessage(0);
    await commit([
      setTimerItem(
        company.table,
        { kind: 'media-check', subject: message.id, dueAt: nowMs + MINUTE },
        ports(),
      ),
    ]);
    expect(await fireTimers(message.body)).toEqual([]);
    expect(await message.read()).toMatchObject({ media: { state: 'fetching' } });
    expect(await timerOf('media-check', message.id)).toBeDefined();
  });

  it('never fire early, and return when they are due', async () => {
    const message = await addMessage(30 * SECOND);
    await tick({});
    expect(await fireTimers(message.body)).toEqual([]);
    expect(await message.read()).toMatchObject({ media: { state: 'fetching' } });
    nowMs += 31 * SECOND;
    expect((await handedOver()).now).toContainEqual(message.body);
    await fireTimers(message.body);
    expect(await message.read()).toMatchObject({ media: GIVEN_UP });
  });

  it('only a due timer of an unknown kind fails, and an unreadable message is quarantined', async () => {
    const message = await addMessage(0);
    const odd = { companyId: company.id, kind: 'strange', subject: 'x', token: 't' };
    await commit([company.table.put(Timer, { ...odd, dueAt: toInstant(nowMs) }, 'absent')]);
    expect(await fireTimers('{', message.body, odd)).toEqual([{ itemIdentifier: 'm2' }]);
    const kept = await globalTable.get(Quarantine, { source: 'timers', id: sha256('{') });
    expect(kept).toMatchObject({ payload: '{' });
    expect(await message.read()).toMatchObject({ media: GIVEN_UP });
  });
});

describe('R30 ticks that run twice, late and early', () => {
  it('a timer has one effect, and none before its time', async () => {
    const message = await addMessage(MINUTE);
    nowMs += 30 * SECOND;
    // Fired by a worker whose clock is fast.
    expect(await Promise.all([fireTimers(message.body), fireTimers(message.body)])).toEqual([[], []]);
    expect(await message.read()).toMatchObject({ media: { state: 'fetching' }, version: 1 });
    nowMs += 10 * MINUTE;
    await Promise.all([tick({}), tick({})]);
    const bodies = edge()
      .takeAll('timers')
      .filter((body) => isDeepStrictEqual(body, message.body));
    expect(bodies).toHaveLength(2);
    expect(await Promise.all(bodies.map((body) => fireTimers(body)))).toEqual(bodies.map(() => []));
    expect(await message.read()).toMatchObject({ media: GIVEN_UP, version: 2 });
  });
});

describe('presence of a user', () => {
  const presenceOf = (userId: number) => company.table.get(Presence, { userId }, { consistent: true });
  const check = async (userId: number) => {
    const timer = await timerOf('presence-check', String(userId));
    return fireTimers({
      companyId: company.id,
      kind: 'presence-check',
      subject: String(userId),
      token: timer?.token,
    });
  };

  it('ends without a heartbeat, and not before its time', async () => {
    const { id } = company.admin;
    await commit(presenceItems(company.table, id, ports()));
    nowMs += ONLINE_WINDOW_MS - SECOND;
    await check(id);
    expect(await presenceOf(id)).toBeDefined();
    nowMs += 2 * SECOND;
    await check(id);
    expect(await presenceOf(id)).toBeUndefined();
    expect(await timerOf('presence-check', String(id))).toBeUndefined();
  });

  it('continues with a newer heartbeat, which writes no timer', async () => {
    const { id } = company.admin;
    await commit(presenceItems(company.table, id, ports()));
    const set = await timerOf('presence-check', String(id));
    for (let sign = 0; sign < 5; sign++) {
      nowMs += MINUTE;
      await noteSignOfLife(company.table, id, ports());
    }
    const seenAtMs = nowMs;
    expect(await timerOf('presence-check', String(id))).toEqual(set);
    nowMs += MINUTE;
    await check(id);
    expect(await presenceOf(id)).toBeDefined();
    const again = await timerOf('presence-check', String(id));
    expect(again?.dueAt).toBe(toInstant(seenAtMs + ONLINE_WINDOW_MS));
    expect(again?.token).not.toBe(set?.token);
    nowMs = seenAtMs + ONLINE_WINDOW_MS + SECOND;
    await check(id);
    expect([await presenceOf(id), await timerOf('presence-check', String(id))]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('begins with a heartbeat after an absence', async () => {
    const { id } = company.admin;
    await noteSignOfLife(company.table, id, ports());
    expect(await presenceOf(id)).toMatchObject({ seenAt: toInstant(nowMs) });
    expect(await timerOf('presence-check', String(id))).toBeDefined();
  });

  it('R22: continues when the user comes back while it ends', async () => {
    const { id } = company.admin;
    await commit(presenceItems(company.table, id, ports()));
    nowMs += ONLINE_WINDOW_MS + SECOND;
    let isFirst = true;
    await spoilTable(async ({ operation }) => {
      if (operation === 'TransactWriteItems' && isFirst) {
        isFirst = false;
        // The worker has read both rows, and its write has not arrived yet.
        await commit(presenceItems(company.table, id, ports()));
      }
      return undefined;
    });
    await check(id);
    expect(isFirst).toBe(false);
    expect(await presenceOf(id)).toMatchObject({ seenAt: toInstant(nowMs) });
    expect(await timerOf('presence-check', String(id))).toMatchObject({
      dueAt: toInstant(nowMs + ONLINE_WINDOW_MS),
    });
  });
});
