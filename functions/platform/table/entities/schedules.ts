import { scheduleSchema } from '@prosa/shared/entities/schedule.ts';
import { defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

export const Schedule = defineEntity({
  name: 'schedule',
  schema: scheduleSchema,
  scope: 'tenant',
  key: keys.schedule,
  indexes: {
    g1: keys.scheduleByTime,
    g2: keys.scheduleByContact,
    g3: keys.scheduleByUser,
  },
});
