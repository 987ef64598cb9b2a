import { idSchema } from '@prosa/shared/entities/common.ts';
import {
  companySchema,
  companySettingsSchema,
  planSchema,
  platformSettingsSchema,
} from '@prosa/shared/entities/company.ts';
import { directoryQueueSchema, queueOptionsSchema, queueRowSchema } from '@prosa/shared/entities/queue.ts';
import { tagSchema } from '@prosa/shared/entities/tag.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import * as z from 'zod';
import { defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

/** Counts the changes of a company's directory: `commit` raises it with each, see `directory-version.ts`. */
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
  key: keys.company,
});
export const CompanySettings = defineEntity({
  name: 'companySettings',
  schema: companySettingsSchema,
  scope: 'tenant',
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
/** A queue's options: there where it has some. Written with the queue by `queueItems`. */
export const QueueOptions = defineEntity({
  name: 'queueOptions',
  schema: queueOptionsSchema,
  scope: 'tenant',
  key: keys.queueOptions,
});
/** A queue as the directory has it: written with the whole one by `queueItems`. */
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
  indexes: { g1: ({ id, name }) => keys.tagByName({ normalizedName: normalizeForSearch(name), id }) },
});
