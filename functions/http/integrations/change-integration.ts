import type { integrationRoutes } from '@prosa/shared/contracts/integrations.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { AuditAction } from '@prosa/shared/rules/audit-actions.ts';
import { presentIntegration } from '../../domain/presenters/present-integration.ts';
import { toInstant } from '../../platform/clock.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { commit, WriteConflict, type WriteItem } from '../../platform/table/commit.ts';
import { Flow } from '../../platform/table/entities/flows.ts';
import { IntegrationHealth } from '../../platform/table/entities/integrations.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { loadHealth } from '../../repositories/integrations/integration-health.ts';
import { type IntegrationRow, integrationItems } from '../../repositories/integrations/integrations.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { requireIntegration } from './list-integrations.ts';

type Context = Pick<
  HandlerContext<typeof integrationRoutes.rotateSecret>,
  'principal' | 'params' | 'request' | 'clock' | 'ids'
>;

/** Commits writes of an integration of a company. @throws AppError ERR_NO_FLOW_FOUND if its flow is gone */
export const commitIntegration = async (companyId: number, items: readonly WriteItem[]): Promise<void> => {
  try {
    await commit(items);
  } catch (error) {
    if (error instanceof WriteConflict && error.failedOn(Flow))
      throw new AppError('ERR_NO_FLOW_FOUND', { cause: error });
    throw error;
  } finally {
    forgetDirectory(companyId);
  }
};

/**
 * Changes an integration, with its audit entry. One with another address starts without its earlier failures.
 * @param change returns the integration after the change; called again after a write conflict
 * @throws AppError ERR_NO_INTEGRATION_FOUND, ERR_NO_FLOW_FOUND, and those of `change`
 */
export const changeIntegration = (
  { principal, params, request, clock, ids }: Context,
  action: AuditAction,
  change: (integration: IntegrationRow) => IntegrationRow | Promise<IntegrationRow>,
) => {
  const table = openTable(principal.companyId);
  return retryOnConflict(async () => {
    const [before, health] = await Promise.all([
      requireIntegration(table, params.id),
      loadHealth(table, params.id),
    ]);
    const after = await change(before);
    const nowMs = clock.now();
    const isAnew = after.urlN8N !== before.urlN8N || after.projectName !== before.projectName;
    await commitIntegration(principal.companyId, [
      ...integrationItems(table, before, after, nowMs),
      ...(isAnew ? [table.delete(IntegrationHealth, { integrationId: before.id })] : []),
      auditItem(table, { principal, request, ids, nowMs }, action, { id: before.id, before, after }),
    ]);
    const row = { ...after, version: before.version + 1, rowUpdatedAt: toInstant(nowMs) };
    return presentIntegration(row, isAnew ? undefined : health, nowMs);
  });
};
