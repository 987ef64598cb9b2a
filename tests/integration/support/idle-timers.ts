import { systemClock } from '@prosa/functions/platform/clock.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { setTimerItem } from '@prosa/functions/platform/timers/set-timer.ts';
import { createManualClock } from '@prosa/infra/local/clock.ts';
import { timerMessageSchema } from '@prosa/shared/messaging/timer-message.ts';
import { afterEach, beforeEach, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../../factories/company.ts';
import { useEdge } from './edge.ts';
import { useTable } from './table.ts';

/**
 * Timers of a new company for each test, on a clock that the test moves. They do nothing but end when they fire,
 * because their message does not exist. Call at the top level.
 */
export const useIdleTimers = () => {
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

  return {
    clock,
    edge,
    company: () => company,
    /** Returns the write that sets a timer; `dueAt` in milliseconds. */
    timerItem: (subject: string, dueAt: number) =>
      setTimerItem(
        company.table,
        { kind: 'media-check', subject, dueAt },
        { ids: systemIds, nowMs: clock.now() },
      ),
    /** Takes the messages that ticks have handed over. */
    taken: () =>
      edge()
        .takeAll('timers')
        .map((body) => timerMessageSchema.parse(body)),
  };
};
