import { systemClock } from '@prosa/functions/platform/clock.ts';
import { loadSchedule } from '@prosa/functions/repositories/tickets/schedules.ts';
import { vi } from 'vitest';
import type { TestCompany } from '../../factories/company.ts';
import { fireTimers } from './fire-timers.ts';
import { timerOf } from './planted-schedules.ts';

/** Delivers the timer of a schedule at the schedule's time. Returns the batch item failures. */
export const fireSchedule = async (company: TestCompany, id: number) => {
  const schedule = await loadSchedule(company.table, id);
  if (schedule === undefined) throw new Error('no schedule');
  const clock = vi.spyOn(systemClock, 'now').mockReturnValue(Date.parse(schedule.sendAt));
  try {
    return await fireTimers(await timerOf(company, id));
  } finally {
    clock.mockRestore();
  }
};
