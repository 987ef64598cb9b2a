import { CALLS_PER_PAGE, type integrationRoutes } from '@prosa/shared/contracts/integrations.ts';
import { CALLS_KEPT_DAYS } from '@prosa/shared/entities/integration.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { toInstant } from '../../platform/clock.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import {
  type CallRow,
  loadCall,
  listCalls as readCalls,
} from '../../repositories/integrations/integration-calls.ts';
import { requireIntegration } from './list-integrations.ts';

const KEPT_MS = CALLS_KEPT_DAYS * 86_400_000;

/** Returns a call of an integration. @throws AppError ERR_NO_CALL_FOUND */
export const requireCall = async (
  table: Table,
  integrationId: number,
  id: string,
  nowMs: number,
): Promise<CallRow> => {
  const found = await loadCall(table, integrationId, id);
  if (found === undefined || Date.parse(found.at) < nowMs - KEPT_MS) throw new AppError('ERR_NO_CALL_FOUND');
  return found;
};

/** Lists the calls of an integration. One read and one query. */
export const listCalls: RouteHandler<typeof integrationRoutes.calls> = async ({
  principal,
  params,
  query,
  clock,
}) => {
  const table = openTable(principal.companyId);
  await requireIntegration(table, params.id);
  const paging = await pagingOf(principal, 'integration-calls', params.id, query);
  const since = toInstant(clock.now() - KEPT_MS);
  const page = await paging.read((after) =>
    readCalls(table, params.id, { after, limit: CALLS_PER_PAGE, since }),
  );
  return { calls: page.rows, hasMore: page.next !== undefined, cursor: paging.seal(page.next) };
};

/** Returns a call with its request. Two reads. */
export const getCall: RouteHandler<typeof integrationRoutes.call> = async ({ principal, params, clock }) => {
  const table = openTable(principal.companyId);
  await requireIntegration(table, params.id);
  return requireCall(table, params.id, params.callId, clock.now());
};
