import type { ServiceCall } from '@prosa/shared/entities/service-call.ts';
import {
  afterCall,
  duringProbe,
  type Health,
  isOutage,
  passageOf,
  WELL,
} from '../../domain/services/circuit.ts';
import { log } from '../../platform/log.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';

/** The row of how one external service answers. */
export interface HealthRows<H extends Health> {
  /** undefined before the first failure. */
  load: () => Promise<H | undefined>;
  /** Returns the write of a changed health; it fails if the row is no longer as it was read. */
  item: (before: H | undefined, after: Health, nowMs: number) => WriteItem;
  /** Names the service in log lines. */
  service: Readonly<Record<string, number>>;
}

/** Returns whether a service may be called now. The first caller after a pause makes the trial call, and writes so. */
export const mayCall = <H extends Health>(rows: HealthRows<H>, nowMs: number): Promise<boolean> =>
  retryOnConflict(async () => {
    const health = await rows.load();
    const passage = passageOf(health, nowMs);
    if (passage === 'probe' && health !== undefined)
      await commit([rows.item(health, duringProbe(health, nowMs), nowMs)]);
    return passage !== 'paused';
  });

/**
 * Writes a call into the log of its service, and what it shows about the service, in one transaction.
 * @param logged the write of the call
 */
export const recordCall = <H extends Health>(
  rows: HealthRows<H>,
  call: Pick<ServiceCall, 'status' | 'failure'>,
  logged: WriteItem,
  nowMs: number,
): Promise<void> =>
  retryOnConflict(async () => {
    const before = await rows.load();
    const after = afterCall<Health>(before ?? WELL, isOutage(call), nowMs);
    await commit([logged, ...(after === undefined ? [] : [rows.item(before, after, nowMs)])]);
    if (after !== undefined && after.pausedUntil !== null)
      log.warn('a service is paused, because it does not answer', rows.service);
  });
