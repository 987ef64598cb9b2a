import type { Schedule } from '@prosa/shared/entities/schedule.ts';
import { presentSchedule } from '../schedules/present-schedule.ts';
import { deliver, deliverMasked } from './audience.ts';
import type { Bookkeeping, Change, Delivery, EventContext } from './context.ts';

/** Decides the events of a changed schedule, for everyone in the company. */
export const scheduleEvents = (
  { before, after }: Change<Schedule & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  const { companyId, names, link } = context;
  const params = { companyId };
  if (after !== undefined) {
    if (after.version === before?.version) return [];
    const action = before === undefined ? 'create' : 'update';
    return deliverMasked(
      context,
      (maskNumbers) => ({
        name: 'schedule',
        params,
        data: { action, schedule: presentSchedule(after, { names, link, presentation: { maskNumbers } }) },
      }),
      {},
    );
  }
  return before === undefined
    ? []
    : [deliver(context, { name: 'schedule', params, data: { action: 'delete', scheduleId: before.id } }, {})];
};
