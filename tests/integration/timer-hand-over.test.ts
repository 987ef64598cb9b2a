import { systemClock } from '@prosa/functions/platform/clock.ts';
import { shardOf } from '@prosa/functions/platform/ids.ts';
import { TIMER_SHARDS } from '@prosa/functions/platform/table/entities/work.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import { clearTimerItem } from '@prosa/functions/platform/timers/set-timer.ts';
import { createManualClock } from '@prosa/infra/local/clock.ts';
import { timerMessageSchema } from '@prosa/shared/messaging/timer-message.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { timerTick as tick } from '../support/handlers.ts';
import { useEdge } from './support/edge.ts';
import { idleTimer } from './support/idle-timer.ts';
import { useTable } from './support/table.ts';
import { spoilTable } from './support/table-faults.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const clock = createManualClock(Date.now());
useTable();
const edge = useEdge({ clock });
let company: TestCompany;

beforeEach(async () => {
  company = await makeCompany();
  vi.spyOn(systemClock, 'now').mockImplementation(() => clock.now());
});
afterEach(() => {
  vi.restoreAllMocks();
});

const taken = () =>
  edge()
    .takeAll('timers')
    .map((body) => timerMessageSchema.parse(body));
/** Returns message ids whose timers are in the same shard. */
const subjectsOfShard = (count: number): string[] => {
  const found: string[] = [];
  for (let number = 1; found.length < count; number++)
    if (shardOf(`${company.id}#media-check#${number}`, TIMER_SHARDS) === 7) found.push(String(number));
  return found;
};

describe('timer backlog in one shard', () => {
  const COUNT = 1_200;

  it('is handed over once in ten minutes, however long it waits', async () => {
    const subjects = subjectsOfShard(COUNT);
    await writeBatch(
      subjects.map((subject, index) => idleTimer(company, subject, clock.now() + index, clock.now())),
    );
    clock.advance(MINUTE);
    const counts: number[] = [];
    for (let minute = 0; minute < 11; minute++) {
      await tick({});
      counts.push(taken().length);
      clock.advance(MINUTE);
    }
    expect(counts).toEqual([COUNT, 0, 0, 0, 0, 0, 0, 0, 0, 0, COUNT]);
    await writeBatch(
      subjects.map((subject) => clearTimerItem(company.table, { kind: 'media-check', subject })),
    );
  });

  it('the next tick continues where a tick ran out of time', async () => {
    const subjects = subjectsOfShard(COUNT);
    await writeBatch(
      subjects.map((subject, index) => idleTimer(company, subject, clock.now() + index, clock.now())),
    );
    clock.advance(MINUTE);
    // Every page takes half a minute of the tick.
    await spoilTable(({ operation, body }) => {
      if (operation === 'PutItem' && body.includes('TIMERWALKS')) clock.advance(31 * SECOND);
      return undefined;
    });
    const seen = new Set<string>();
    const counts: number[] = [];
    for (let minute = 0; minute < 4; minute++) {
      await tick({});
      const messages = taken();
      for (const { subject } of messages) seen.add(subject);
      counts.push(messages.length);
      clock.advance(29 * SECOND);
    }
    expect(counts).toEqual([500, 500, 200, 0]);
    expect(seen.size).toBe(COUNT);
    await writeBatch(
      subjects.map((subject) => clearTimerItem(company.table, { kind: 'media-check', subject })),
    );
  });
});
