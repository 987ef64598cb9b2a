import type { integrationRoutes } from '@prosa/shared/contracts/integrations.ts';
import { CALLS_PER_PAGE } from '@prosa/shared/contracts/service-calls.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import {
  type CallRow,
  loadCall,
  listCalls as readCalls,
} from '../../repositories/integrations/integration-calls.ts';
import { callPageOf, keptSince } from './call-log.ts';
import { requireIntegration } from './list-integrations.ts';

/** Returns a call of an integration. @throws AppError ERR_NO_CALL_FOUND */
export const requireCall = async (
  table: Table,
  integrationId: number,
  id: string,
  nowMs: number,
): Promise<CallRow> => {
  const found = await loadCall(table, integrationId, id);
  if (found === undefined || found.at < keptSince(nowMs)) throw new AppError('ERR_NO_CALL_FOUND');
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
  const options = { limit: CALLS_PER_PAGE, since: keptSince(clock.now()) };
  return callPageOf(principal, { of: 'integration-calls', id: params.id }, query, (after) =>
    readCalls(table, params.id, { after, ...options }),
  );
};

/** Returns a call with its request. Two reads. */
export const getCall: RouteHandler<typeof integrationRoutes.call> = async ({ principal, params, clock }) => {
  const table = openTable(principal.companyId);
  await requireIntegration(table, params.id);
  return requireCall(table, params.id, params.callId, clock.now());
};
