import { idSchema } from '@prosa/shared/entities/common.ts';
import { companySchema, planSchema } from '@prosa/shared/entities/company.ts';
import { directoryQueueSchema, queueOptionsSchema, queueRowSchema } from '@prosa/shared/entities/queue.ts';
import { reachedCapSchema } from '@prosa/shared/entities/reached-cap.ts';
import { companySettingsSchema, platformSettingsSchema } from '@prosa/shared/entities/settings.ts';
import { directoryLaneSchema, tagSchema } from '@prosa/shared/entities/tag.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import * as z from 'zod';
import { afterInstant, DAY_S, defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

/** Counts the changes of a company's directory; `commit` raises it with each, see `directory-version.ts`. */
export const DirectoryVersion = defineEntity({
  name: 'directoryVersion',
  schema: z.object({ companyId: idSchema }),
  scope: 'tenant',
  key: keys.directoryVersion,
});
export const Company = defineEntity({
  name: 'company',
  schema: companySchema,
  scope: 'tenant',
  schemaVersion: 3,
  upgrade: {
    // Version 1 stores the due date as an instant. Its day in UTC is the day that was entered.
    1: (fields) => ({ ...fields, dueDate: String(fields.dueDate).slice(0, 10) }),
    // Version 2 has no cap of sends, which has a default.
    2: (fields) => fields,
  },
  key: keys.company,
});
/** Written by `watch-sends.ts`, with the directory, so that whoever sends has read it already. */
export const ReachedCap = defineEntity({
  name: 'reachedCap',
  schema: reachedCapSchema,
  scope: 'tenant',
  key: keys.reachedCap,
  expiresAt: ({ endsAt }) => afterInstant(endsAt, DAY_S),
});
export const CompanySettings = defineEntity({
  name: 'companySettings',
  schema: companySettingsSchema,
  scope: 'tenant',
  schemaVersion: 2,
  // Version 1 lacks later settings, which have defaults.
  upgrade: { 1: (fields) => fields },
  secrets: ['transcriptionKey'],
  key: keys.settings,
});
export const CompanyName = defineEntity({
  name: 'companyName',
  schema: z.object({ name: z.string(), companyId: idSchema }),
  scope: 'global',
  key: keys.global.companyName,
});
export const Plan = defineEntity({
  name: 'plan',
  schema: planSchema,
  scope: 'global',
  key: keys.global.plan,
});
export const PlatformSettings = defineEntity({
  name: 'platformSettings',
  schema: platformSettingsSchema,
  scope: 'global',
  key: keys.global.platformSettings,
});
export const Queue = defineEntity({
  name: 'queue',
  schema: queueRowSchema,
  scope: 'tenant',
  key: keys.queue,
});
/** A queue's options; the row exists only if the queue has some. `queueItems` writes it with the queue. */
export const QueueOptions = defineEntity({
  name: 'queueOptions',
  schema: queueOptionsSchema,
  scope: 'tenant',
  key: keys.queueOptions,
});
/** The brief form of a queue for the directory. `queueItems` writes it with the full row. */
export const DirectoryQueue = defineEntity({
  name: 'directoryQueue',
  schema: directoryQueueSchema,
  scope: 'tenant',
  key: keys.directoryQueue,
});
export const Tag = defineEntity({
  name: 'tag',
  schema: tagSchema,
  scope: 'tenant',
  attributes: ['contacts'],
  key: keys.tag,
  indexes: {
    g1: ({ id, name }) => keys.tagByName({ normalizedName: normalizeForSearch(name), id }),
    g2: (item) => (item.kanban ? keys.lane(item) : undefined),
  },
});
/** The brief form of a column of the board for the directory. `tagItems` writes it with the full row. */
export const DirectoryLane = defineEntity({
  name: 'directoryLane',
  schema: directoryLaneSchema,
  scope: 'tenant',
  key: keys.directoryLane,
});
