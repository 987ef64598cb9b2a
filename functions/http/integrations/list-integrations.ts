import type { integrationRoutes } from '@prosa/shared/contracts/integrations.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { presentIntegration } from '../../domain/presenters/present-integration.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { listHealths, loadHealth } from '../../repositories/integrations/integration-health.ts';
import {
  type IntegrationRow,
  loadIntegration,
  listIntegrations as readIntegrations,
} from '../../repositories/integrations/integrations.ts';

/** Returns an integration. @throws AppError ERR_NO_INTEGRATION_FOUND */
export const requireIntegration = async (table: Table, id: number): Promise<IntegrationRow> => {
  const integration = await loadIntegration(table, id);
  if (integration === undefined) throw new AppError('ERR_NO_INTEGRATION_FOUND');
  return integration;
};

/** Lists the company's integrations by name, all on the first page. Two consistent queries. */
export const listIntegrations: RouteHandler<typeof integrationRoutes.list> = async ({
  principal,
  query,
  clock,
}) => {
  const table = openTable(principal.companyId);
  const [all, healths] = await Promise.all([readIntegrations(table), listHealths(table)]);
  const search = normalizeForSearch(query.searchParam ?? '');
  const nowMs = clock.now();
  const found = all
    .filter(({ name }) => normalizeForSearch(name).includes(search))
    .map((integration) => presentIntegration(integration, healths.get(integration.id), nowMs))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
  const queueIntegrations = (query.pageNumber ?? 1) === 1 ? found : [];
  return { queueIntegrations, count: found.length, hasMore: false };
};

/** Returns an integration. Two consistent reads. */
export const getIntegration: RouteHandler<typeof integrationRoutes.get> = async ({
  principal,
  params,
  clock,
}) => {
  const table = openTable(principal.companyId);
  const [integration, health] = await Promise.all([
    requireIntegration(table, params.id),
    loadHealth(table, params.id),
  ]);
  return presentIntegration(integration, health, clock.now());
};
