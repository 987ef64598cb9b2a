import { shardOf } from '@prosa/functions/platform/ids.ts';
import { TIMER_SHARDS } from '@prosa/functions/platform/table/entities/work.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import { clearTimerItem } from '@prosa/functions/platform/timers/set-timer.ts';
import { describe, expect, it } from 'vitest';
import { timerTick as tick } from '../support/handlers.ts';
import { useIdleTimers } from './support/idle-timers.ts';
import { spoilTable } from './support/table-faults.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const { clock, company, timerItem, taken } = useIdleTimers();

/** Returns message ids whose timers are in the same shard. */
const subjectsOfShard = (count: number): string[] => {
  const found: string[] = [];
  for (let number = 1; found.length < count; number++)
    if (shardOf(`${company().id}#media-check#${number}`, TIMER_SHARDS) === 7) found.push(String(number));
  return found;
};

describe('timer backlog in one shard', () => {
  const COUNT = 1_200;

  it('is handed over once in ten minutes, however long it waits', async () => {
    const subjects = subjectsOfShard(COUNT);
    await writeBatch(subjects.map((subject, index) => timerItem(subject, clock.now() + index)));
    clock.advance(MINUTE);
    const counts: number[] = [];
    for (let minute = 0; minute < 11; minute++) {
      await tick({});
      counts.push(taken().length);
      clock.advance(MINUTE);
    }
    expect(counts).toEqual([COUNT, 0, 0, 0, 0, 0, 0, 0, 0, 0, COUNT]);
    await writeBatch(
      subjects.map((subject) => clearTimerItem(company().table, { kind: 'media-check', subject })),
    );
  });

  it('the next tick continues where a tick ran out of time', async () => {
    const subjects = subjectsOfShard(COUNT);
    await writeBatch(subjects.map((subject, index) => timerItem(subject, clock.now() + index)));
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
      subjects.map((subject) => clearTimerItem(company().table, { kind: 'media-check', subject })),
    );
  });
});
