import { scheduleSchema } from '@prosa/shared/entities/schedule.ts';
import { defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

export const Schedule = defineEntity({
  name: 'schedule',
  schema: scheduleSchema,
  scope: 'tenant',
  schemaVersion: 2,
  // Version 2 adds templates and schedules of programs, which have no writer. Schedules of version 1 stay valid.
  upgrade: { 1: (fields) => fields },
  key: keys.schedule,
  indexes: {
    g1: keys.scheduleByTime,
    g2: keys.scheduleByContact,
    g3: ({ userId, ...item }) => (userId === null ? undefined : keys.scheduleByUser({ ...item, userId })),
  },
});
