import { AppError } from '@prosa/shared/errors.ts';
import type { CompanyId } from '../../platform/auth/company-id.ts';
import { type Directory, forgetDirectory, requireDirectory } from '../../platform/directory.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import type { Queue } from '../../platform/table/entities/companies.ts';
import type { Connection } from '../../platform/table/entities/connections.ts';
import { Counter } from '../../platform/table/entities/counters.ts';
import type { User } from '../../platform/table/entities/users.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { nextId } from '../../platform/table/updates.ts';

/** Rows to create, and how many of them the plan still allows. */
export interface PlannedCreation<T> {
  existing: number;
  limit: number;
  /** A last check that runs only if the plan has room. */
  lastly?: () => Promise<void>;
  items: readonly WriteItem[];
  result: T;
}

/**
 * Creates a numbered entity of a company's directory, within the plan's limit. The transaction fails and is retried if
 * a simultaneous creation took a newer number, so two administrators cannot both take the last place.
 * @param build decides based on the current state of the company
 * @throws AppError ERR_PLAN_LIMIT with `limit` in its details
 */
export const createWithinPlan = async <T>(
  companyId: CompanyId,
  entity: typeof User | typeof Queue | typeof Connection,
  build: (id: number, directory: Directory) => Promise<PlannedCreation<T>>,
): Promise<{ result: T; directory: Directory }> => {
  const table = openTable(companyId);
  return retryOnConflict(async () => {
    const id = await nextId(table, entity);
    forgetDirectory(companyId);
    const directory = await requireDirectory(companyId);
    const { existing, limit, lastly, items, result } = await build(id, directory);
    if (existing >= limit) throw new AppError('ERR_PLAN_LIMIT', { details: { limit } });
    await lastly?.();
    await commit([table.check(Counter, { name: entity.name }, { value: id }), ...items]);
    forgetDirectory(companyId);
    return { result, directory };
  });
};
