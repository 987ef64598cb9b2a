import type { messageTemplateRoutes } from '@prosa/shared/contracts/message-templates.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { MessageTemplate } from '../../platform/table/entities/message-templates.ts';
import { openTable } from '../../platform/table/table.ts';
import { findTemplateById, loadTemplates } from '../../repositories/connections/message-templates.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { callTemplates, requireTemplateConnection } from './template-account.ts';

/** Deletes a template at the provider and here, in its language or in all of them. */
export const removeMessageTemplate: RouteHandler<typeof messageTemplateRoutes.remove> = async ({
  principal,
  request,
  params,
  query,
  clock,
  ids,
}) => {
  const table = openTable(principal.companyId);
  const connection = await requireTemplateConnection(table, query.whatsappId);
  const known = await findTemplateById(table, connection, params.templateId);
  if (known === undefined) throw new AppError('ERR_NO_TEMPLATE_FOUND');
  const { id, name } = known;
  const removed = query.everyLanguage ? await loadTemplates(table, connection, name) : [known];
  if (removed.some(({ status }) => status === 'DISABLED'))
    throw new AppError('ERR_TEMPLATE_STATE', { details: { status: 'DISABLED' } });
  const nowMs = clock.now();
  await callTemplates(connection, { table, nowMs }, 'ERR_TEMPLATE_REFUSED', (driver, account) =>
    driver.remove(account, query.everyLanguage ? { name } : { name, id }),
  );
  await commit([
    ...removed.map((template) => table.delete(MessageTemplate, template)),
    auditItem(table, { principal, request, ids, nowMs }, 'messageTemplates.remove', { id, before: known }),
  ]);
  return {};
};
