import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { queueItems } from '@prosa/functions/repositories/organisation/queues.ts';
import { queueSchema } from '@prosa/shared/entities/queue.ts';
import type { TestCompany } from '../../factories/company.ts';

/** Queues per transaction. */
const QUEUES_AT_ONCE = 20;

/** Creates the queues of a company, with the ids from 1, also more than its plan allows. */
export const addQueues = async ({ id: companyId, table }: TestCompany, count: number): Promise<number[]> => {
  const ids = Array.from({ length: count }, (_none, index) => index + 1);
  const items = ids.map((id) => {
    const named = { name: `Fila ${id}`, color: `#${String(id).padStart(6, '0')}` };
    return queueItems(table, undefined, queueSchema.parse({ ...named, id, companyId }), 0);
  });
  for (let start = 0; start < items.length; start += QUEUES_AT_ONCE)
    await commit(items.slice(start, start + QUEUES_AT_ONCE).flat());
  forgetDirectory(companyId);
  return ids;
};
