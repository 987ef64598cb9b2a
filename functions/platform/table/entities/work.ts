import { idSchema, instantSchema } from '@prosa/shared/entities/common.ts';
import { sparse } from '@prosa/shared/entities/sparse.ts';
import { QUEUE_NAMES } from '@prosa/shared/resource-names.ts';
import * as z from 'zod';
import { shardOf } from '../../ids.ts';
import { afterInstant, DAY_S, defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

/**
 * Shards of the due-timer index: a tick reads each; one partition takes 1 000 writes a second. May be raised but
 * never lowered, because a timer stays in its original shard.
 */
export const TIMER_SHARDS = 32;
/** Shards of the index that the sweep of the outbox reads. */
export const OUTBOX_SHARDS = 4;
const queuedSchema = z.object({
  queue: z.enum(QUEUE_NAMES),
  /** Delay in seconds; unordered messages only. */
  delayS: z.int().min(0).max(900).optional(),
  body: z.string().min(1),
});
/**
 * A message to a queue, committed with the change that causes it. The stream sends it and deletes it; the sweep
 * handles messages that are still here after a minute.
 */
export const Outbox = defineEntity({
  name: 'outbox',
  schema: z.object({
    companyId: idSchema,
    id: z.string().min(1),
    /** Messages of a group are sent in order. Empty: unordered. */
    groupId: sparse(z.string().max(128), ''),
    at: instantSchema,
    ...queuedSchema.shape,
    /** Unordered messages of the same change, which are sent together with it. */
    also: sparse(z.array(queuedSchema), []),
  }),
  scope: 'tenant',
  schemaVersion: 5,
  // Versions 2 to 5 only add queues and further messages, so earlier rows stay valid.
  upgrade: { 1: (fields) => fields, 2: (fields) => fields, 3: (fields) => fields, 4: (fields) => fields },
  key: keys.outbox,
  globalIndexes: {
    g1: ({ companyId, id, at }) =>
      keys.global.waitingOutbox({
        // The last character of an id is random.
        shard: id.charCodeAt(id.length - 1) % OUTBOX_SHARDS,
        at,
        companyId,
        id,
      }),
  },
  // Last resort: by then, the sweep has raised its alarm for a week.
  expiresAt: (item) => afterInstant(item.at, 7 * DAY_S),
});
/** Work for a later time. `token` is compared when the timer fires, so that a replaced timer is a no-op. */
export const Timer = defineEntity({
  name: 'timer',
  schema: z.object({
    companyId: idSchema,
    kind: z.string(),
    subject: z.string(),
    token: z.string(),
    dueAt: instantSchema,
    data: sparse(z.record(z.string(), z.unknown()), {}),
  }),
  scope: 'tenant',
  attributes: ['token'],
  key: keys.timer,
  globalIndexes: {
    g1: (item) =>
      keys.global.dueTimer({
        shard: shardOf([item.companyId, item.kind, item.subject].join('#'), TIMER_SHARDS),
        dueAt: item.dueAt,
        kind: item.kind,
        subject: `${item.companyId}#${item.subject}`,
      }),
  },
});
/** Progress of the ticks in a shard of due timers; see `domain/timers/timer-walk.ts`. */
export const TimerWalk = defineEntity({
  name: 'timerWalk',
  schema: z.object({
    shard: z.int().nonnegative(),
    roundAt: instantSchema,
    walkedAt: instantSchema,
    position: z.string(),
  }),
  scope: 'global',
  key: keys.global.timerWalk,
});
/** A provider's delivery that could not be parsed or assigned; stored for an operator, never under a company. */
export const Quarantine = defineEntity({
  name: 'quarantine',
  schema: z.object({
    source: z.string(),
    id: z.string(),
    reason: z.string(),
    payload: z.string(),
    at: instantSchema,
  }),
  scope: 'global',
  key: keys.global.quarantine,
  expiresAt: (item) => afterInstant(item.at, 30 * DAY_S),
});
