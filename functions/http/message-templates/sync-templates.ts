import type { messageTemplateRoutes } from '@prosa/shared/contracts/message-templates.ts';
import { toInstant } from '../../platform/clock.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { openTable } from '../../platform/table/table.ts';
import { businessRouteItem } from '../../repositories/connections/connections.ts';
import { replaceTemplates } from '../../repositories/connections/message-templates.ts';
import { countTemplateSync } from '../../repositories/limits/template-syncs.ts';
import { callTemplates, requireTemplateConnection } from './template-account.ts';

/**
 * Reads the templates of a connection's business from the provider. Idempotent.
 * @throws AppError ERR_TOO_MANY_REQUESTS above {@link countTemplateSync}'s limit
 */
export const syncMessageTemplates: RouteHandler<typeof messageTemplateRoutes.sync> = async ({
  principal,
  body,
  clock,
}) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  const connection = await requireTemplateConnection(table, body.whatsappId);
  const { businessId } = connection;
  const nowMs = clock.now();
  await countTemplateSync({ companyId, businessId }, nowMs);
  const syncedAt = toInstant(nowMs);
  // A connection that an earlier release linked has no marker, and would miss the updates of its templates.
  await commit([businessRouteItem(connection, nowMs)]);
  const listed = await callTemplates(connection, { table, nowMs }, 'ERR_LINK_FAILED', (driver, account) =>
    driver.list(account),
  );
  await replaceTemplates(table, { companyId, businessId }, listed, { beganAt: syncedAt, nowMs });
  return { count: listed.length, syncedAt };
};
