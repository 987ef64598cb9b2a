import { type messageTemplateRoutes, TEMPLATES_PER_PAGE } from '@prosa/shared/contracts/message-templates.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { openTable } from '../../platform/table/table.ts';
import { listTemplates, templatesSyncedAt } from '../../repositories/connections/message-templates.ts';
import { requireTemplateConnection } from './template-account.ts';

/** Lists the stored templates of a connection's business. Two reads and a query. */
export const listMessageTemplates: RouteHandler<typeof messageTemplateRoutes.list> = async ({
  principal,
  query,
}) => {
  const table = openTable(principal.companyId);
  const { businessId } = await requireTemplateConnection(table, query.whatsappId);
  const { status } = query;
  // Names have small letters, digits and underscores.
  const beginning = query.searchParam.trim().toLowerCase().replaceAll(' ', '_');
  const paging = await pagingOf(principal, 'message-templates', [businessId, beginning, status], query);
  const [page, syncedAt] = await Promise.all([
    paging.read((after) =>
      listTemplates(table, { businessId }, { beginning, status, after, limit: TEMPLATES_PER_PAGE }),
    ),
    templatesSyncedAt(table, { businessId }),
  ]);
  return {
    templates: page.rows,
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
    syncedAt,
  };
};
