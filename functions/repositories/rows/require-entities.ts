import { AppError } from '@prosa/shared/errors.ts';
import { DirectoryQueue } from '../../platform/table/entities/companies.ts';
import { DirectoryConnection } from '../../platform/table/entities/connections.ts';
import type { Table } from '../../platform/table/table.ts';

/**
 * Requires that the queues named in a request belong to the company. One consistent read; none without ids.
 * @throws AppError ERR_NO_QUEUE_FOUND
 */
export const requireQueues = async (table: Table, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  const found = await table.getMany(
    DirectoryQueue,
    ids.map((id) => ({ id })),
    { consistent: true },
  );
  if (found.includes(undefined)) throw new AppError('ERR_NO_QUEUE_FOUND');
};

/**
 * Requires that the connection named in a request belongs to the company.
 * @throws AppError ERR_NO_WAPP_FOUND
 */
export const requireConnection = async (table: Table, id: number | null | undefined): Promise<void> => {
  if (id === null || id === undefined) return;
  const found = await table.get(DirectoryConnection, { id }, { consistent: true });
  if (found === undefined) throw new AppError('ERR_NO_WAPP_FOUND');
};
