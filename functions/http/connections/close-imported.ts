import type { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { outboxItem } from '../../platform/queue/outbox-item.ts';
import { commit } from '../../platform/table/commit.ts';
import { Connection } from '../../platform/table/entities/connections.ts';
import { openTable } from '../../platform/table/table.ts';
import { historyWork } from '../../repositories/connections/history-imports.ts';
import { auditItem } from '../../repositories/rows/audit.ts';

/**
 * Publishes the message that closes the imported tickets, in one transaction. Idempotent: a repeated call finds no
 * ticket left to close.
 */
export const closeImportedTickets: RouteHandler<typeof connectionRoutes.closeImported> = async ({
  params,
  principal,
  request,
  ids,
  clock,
}) => {
  const { companyId, userId, directory } = principal;
  if (!directory.connections.has(params.id)) throw new AppError('ERR_NO_WAPP_FOUND');
  const table = openTable(companyId);
  const work = historyWork({
    v: 1,
    companyId,
    connectionId: params.id,
    type: 'close',
    userId,
    place: { run: 0 },
  });
  const nowMs = clock.now();
  await commit([
    table.check(Connection, { id: params.id }, 'exists'),
    outboxItem(table, work, { ids, nowMs }),
    auditItem(table, { principal, request, ids, nowMs }, 'connections.closeImported', { id: params.id }),
  ]);
  return { message: 'Closing imported tickets' };
};
