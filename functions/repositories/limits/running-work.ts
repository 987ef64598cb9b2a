import { AppError } from '@prosa/shared/errors.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import { Unique } from '../../platform/table/entities/counters.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { Table } from '../../platform/table/table.ts';

/**
 * Maximum of exports, and of imports of contacts, of one user that are worked on at the same time. Enough for a person;
 * a program with a person's session cannot fill the workers, of which each run reads or writes up to 100,000 rows.
 */
export const RUNNING_MAX = 3;

/**
 * Requires that a user may begin one more work; see {@link beginWork}.
 * @param running the user's works of this kind that are not done
 * @throws AppError ERR_RUNNING_LIMIT with `limit` in its details
 */
export const requirePlace = (running: readonly unknown[]): void => {
  if (running.length >= RUNNING_MAX)
    throw new AppError('ERR_RUNNING_LIMIT', { details: { limit: RUNNING_MAX } });
};

interface Begun<T> {
  /** Writes that begin the work; none if there is nothing to begin. */
  items: readonly WriteItem[];
  result: T;
}

/**
 * Begins works of a user one after the other: a marker of the user and kind guards the transaction, which fails and is
 * retried if another work of this kind began after `decide` was called. One read and two writes besides its own.
 * @param decide loads the user's running works, calls {@link requirePlace} and returns what begins the work
 * @throws AppError ERR_CONFLICT; errors of `decide`
 */
export const beginWork = <T>(
  table: Table,
  of: { kind: 'export' | 'import'; companyId: number; userId: number; nowMs: number },
  decide: () => Promise<Begun<T>>,
): Promise<T> => {
  const { kind, companyId, userId, nowMs } = of;
  const marker = { kind: `${kind}Turn`, value: String(userId) };
  return retryOnConflict(async () => {
    // Read before the running works: a work that begins behind this read fails the transaction.
    const turn = await table.get(Unique, marker, { consistent: true });
    const { items, result } = await decide();
    if (items.length === 0) return result;
    const next = { companyId, ...marker, ownerId: userId };
    await commit([...items, table.put(Unique, next, turn?.version ?? 'absent', nowMs)]);
    return result;
  });
};
