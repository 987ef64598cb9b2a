import type { flowRoutes } from '@prosa/shared/contracts/flows.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { examineUses, flowRemovalItems } from '../../repositories/flows/flow-removal.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { requireFlow } from './list-flows.ts';

/**
 * Removes a flow that nothing starts; a timer removes its versions, figures and files. Conversations in it wait for
 * people. Two reads, three queries and one transaction.
 * @throws AppError ERR_FLOW_IN_USE, with what starts it
 */
export const removeFlow: RouteHandler<typeof flowRoutes.remove> = async ({
  principal,
  params,
  request,
  clock,
  ids,
}) => {
  const table = openTable(principal.companyId);
  await retryOnConflict(async () => {
    const before = await requireFlow(table, params.id);
    const { uses, unchanged } = await examineUses(table, before.id);
    if (uses.length > 0) throw new AppError('ERR_FLOW_IN_USE', { details: { uses } });
    const nowMs = clock.now();
    await commit([
      ...flowRemovalItems(table, before, { ids, nowMs }),
      unchanged,
      auditItem(table, { principal, request, ids, nowMs }, 'flows.remove', { id: before.id, before }),
    ]);
  });
  return { message: 'Flow deleted' };
};
