import { systemIds } from '@prosa/functions/platform/ids.ts';
import { setTimerItem } from '@prosa/functions/platform/timers/set-timer.ts';
import type { TestCompany } from '../../factories/company.ts';

/** Sets a timer that does nothing but end when it fires, because its message does not exist. Times in milliseconds. */
export const idleTimer = (company: TestCompany, subject: string, dueAt: number, nowMs: number) =>
  setTimerItem(company.table, { kind: 'media-check', subject, dueAt }, { ids: systemIds, nowMs });
