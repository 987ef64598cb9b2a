import { handler as schedules } from '@prosa/functions/http/schedules/handler.ts';
import { systemClock, toInstant } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { TIMER_SHARDS, TimerWalk } from '@prosa/functions/platform/table/entities/work.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { loadSchedule } from '@prosa/functions/repositories/tickets/schedules.ts';
import pLimit from 'p-limit';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../../factories/company.ts';
import { timerTick } from '../../support/handlers.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { call } from './call.ts';
import { useEdge } from './edge.ts';
import { fireTimers } from './fire-timers.ts';
import { AT_ONCE, messagesWith, plantSchedules, timerOf } from './planted-schedules.ts';
import { useTable } from './table.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
/** Timer messages in one call of the worker, and calls at the same time. */
const BATCH = 10;
const WORKERS = 5;

/** Every allowed ending: the change, its status, and the number of sent messages. */
export const ENDINGS = ['delete 200 said 0', 'delete 200 said 1', 'edit 200 said 0', 'edit 409 said 1'];

/**
 * Returns two functions. `changeWhileFiring` edits or deletes schedules while they fire; `fireAtOnce` fires schedules
 * that are due in the same minute. Both take the number of schedules and a seed for the order, and check the sent
 * messages. Call at the top level.
 */
export const useScheduleRaces = () => {
  useTable();
  const edge = useEdge();
  let company: TestCompany;
  let ana: TestUser;
  let connectionId: number;
  let nowMs: number;

  beforeEach(async () => {
    nowMs = Math.floor(Date.now() / SECOND) * SECOND;
    for (let shard = 0; shard < TIMER_SHARDS; shard++)
      await commit([globalTable.delete(TimerWalk, { shard }, 'any')]);
    company = await makeCompany();
    connectionId = await company.addConnection({ isDefault: true });
    ana = await company.addUser({ queueIds: [await company.addQueue()], allTicket: true });
    forgetDirectory(company.id);
    vi.spyOn(systemClock, 'now').mockImplementation(() => nowMs);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const saidTo = async (contactId: number) =>
    (await messagesWith(company, contactId, connectionId)).filter(({ fromMe }) => fromMe);

  /** Edits or deletes each schedule while two deliveries of its timer fire it. Returns the endings that occurred. */
  const changeWhileFiring = async (rounds: number, seed: number): Promise<string[]> => {
    const random = seededRandom(seed);
    const later = toInstant(nowMs + 5 * DAY);
    const endings = new Set<string>();
    const texts = Array.from({ length: rounds }, (_, n) => ({
      body: `rodada ${n}`,
      sendAt: toInstant(nowMs),
    }));
    const plans = (await plantSchedules(company, ana, texts, nowMs)).map((schedule) => ({
      schedule,
      isEdit: random() < 0.5,
      waits: [random(), random(), random()].map((share) => Math.floor(share * 6)),
    }));
    await pLimit(AT_ONCE).map(plans, async ({ schedule, isEdit, waits }) => {
      const { id, contactId, body: text } = schedule;
      const timer = await timerOf(company, id);
      const change = () =>
        call(schedules, {
          to: `${isEdit ? 'PUT' : 'DELETE'} /schedules/${id}`,
          token: ana.token,
          ...(isEdit ? { body: { contactId, sendAt: later, body: 'mudada' } } : {}),
        });
      const steps = [() => fireTimers(timer), change, () => fireTimers(timer)];
      const [, answer] = await Promise.all(
        steps.map(async (step, at) => {
          for (let turn = 0; turn < (waits[at] ?? 0); turn++)
            await new Promise((resolve) => setImmediate(resolve));
          return step();
        }),
      );
      const said = await saidTo(contactId);
      const status = Object(answer).status;
      const row = await loadSchedule(company.table, id);
      endings.add(`${isEdit ? 'edit' : 'delete'} ${status} said ${said.length}`);
      expect(said.length).toBeLessThanOrEqual(1);
      for (const one of said) expect(one.body).toBe(text);
      if (isEdit && status === 200)
        expect([said.length, row?.status, row?.sendAt]).toEqual([0, 'pending', later]);
      if (isEdit && status === 409) expect([said.length, row?.status]).toEqual([1, 'sent']);
      if (!isEdit) expect([status, row]).toEqual([200, undefined]);
    });
    return [...endings].toSorted();
  };

  /** Fires all schedules of one minute, each timer delivered twice and out of order. Returns the milliseconds. */
  const fireAtOnce = async (count: number, seed: number): Promise<number> => {
    const random = seededRandom(seed);
    const texts = Array.from({ length: count }, (_, at) => ({
      body: `lembrete ${at + 1}`,
      sendAt: toInstant(nowMs + 2 * MINUTE + Math.floor(random() * 60) * SECOND),
    }));
    const all = await plantSchedules(company, ana, texts, nowMs);
    nowMs += 3 * MINUTE;
    await timerTick({});
    const handed = edge()
      .takeAll('timers')
      .filter((body) => JSON.stringify(body).includes('"schedule"'));
    expect(handed).toHaveLength(count);
    const waiting = [...handed, ...handed]
      .map((body) => ({ body, place: random() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ body }) => body);
    const startedAt = performance.now();
    const work = async (): Promise<void> => {
      for (let batch = waiting.splice(0, BATCH); batch.length > 0; batch = waiting.splice(0, BATCH))
        waiting.push(
          ...(await fireTimers(...batch)).flatMap(
            ({ itemIdentifier }) => batch[Number(itemIdentifier.slice(1))] ?? [],
          ),
        );
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
    const tookMs = performance.now() - startedAt;
    const counts = await Promise.all(all.map(async ({ contactId }) => (await saidTo(contactId)).length));
    expect(counts.filter((sent) => sent !== 1)).toEqual([]);
    const rows = await Promise.all(all.map(({ id }) => loadSchedule(company.table, id)));
    expect(rows.filter((row) => row?.status !== 'sent')).toEqual([]);
    return tookMs;
  };

  return { changeWhileFiring, fireAtOnce };
};
