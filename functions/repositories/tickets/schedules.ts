import type { Schedule as ScheduleFields } from '@prosa/shared/entities/schedule.ts';
import type { Ids } from '../../platform/ids.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { Schedule } from '../../platform/table/entities/schedules.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Page, QueryOptions, Table } from '../../platform/table/table.ts';
import { clearTimerItem, setTimerItem } from '../../platform/timers/set-timer.ts';

export type ScheduleRow = Row<typeof Schedule>;

interface Ports {
  ids: Ids;
  nowMs: number;
}

/** Returns a schedule. One consistent read. */
export const loadSchedule = (table: Table, id: number): Promise<ScheduleRow | undefined> =>
  table.get(Schedule, { id }, { consistent: true });

/** Returns the write of a complete schedule, guarded by the version that was read, or by its absence. */
export const scheduleItem = (
  table: Table,
  before: ScheduleRow | undefined,
  after: ScheduleFields,
  nowMs: number,
): WriteItem & { op: 'put' } =>
  before === undefined
    ? table.put(Schedule, after, 'absent', nowMs)
    : table.put(Schedule, { ...after, rowCreatedAt: before.rowCreatedAt }, before.version, nowMs);

/** Returns the timer that fires a schedule; it replaces an earlier timer of the schedule. */
export const scheduleTimerItem = (table: Table, schedule: ScheduleFields, ports: Ports): WriteItem =>
  setTimerItem(table, { kind: 'schedule', subject: schedule.id, dueAt: Date.parse(schedule.sendAt) }, ports);

/** Returns the writes that remove a schedule's discarded picture. */
export const releasePictureItems = (table: Table, before: ScheduleRow, { ids, nowMs }: Ports): WriteItem[] =>
  before.media === null
    ? []
    : [
        setTimerItem(
          table,
          { kind: 'file-removal', subject: before.media.key, dueAt: nowMs },
          { ids, nowMs },
        ),
      ];

/** Returns the writes that remove a schedule, its timer and its picture. */
export const scheduleRemovalItems = (table: Table, schedule: ScheduleRow, ports: Ports): WriteItem[] => [
  table.delete(Schedule, schedule, schedule.version),
  clearTimerItem(table, { kind: 'schedule', subject: schedule.id }),
  ...releasePictureItems(table, schedule, ports),
];

/** Selects schedules: the company's, a user's, or a contact's. */
export interface ScheduleRun {
  contactId?: number | undefined;
  userId?: number | undefined;
}

const ANY = { sendAt: '', id: 0 };

/** Returns schedules by sending time, using the narrowest index; a filter applies the other conditions. */
export const listSchedules = (
  table: Table,
  { contactId, userId }: ScheduleRun,
  options: Omit<QueryOptions<ScheduleRow>, 'pk' | 'index'>,
): Promise<Page<ScheduleRow>> => {
  const where =
    contactId !== undefined
      ? { index: 'g2' as const, pk: keys.scheduleByContact({ ...ANY, contactId }).pk }
      : userId !== undefined
        ? { index: 'g3' as const, pk: keys.scheduleByUser({ ...ANY, userId }).pk }
        : { index: 'g1' as const, pk: keys.scheduleByTime(ANY).pk };
  return table.query(Schedule, { ...options, ...where });
};
