import type { messageTemplateRoutes } from '@prosa/shared/contracts/message-templates.ts';
import { type MessageTemplate, messageTemplateSchema } from '@prosa/shared/entities/message-template.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { afterEdit, mayEdit } from '../../domain/templates/edited-template.ts';
import { toInstant } from '../../platform/clock.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { MessageTemplate as TemplateEntity } from '../../platform/table/entities/message-templates.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { findTemplate, findTemplateById } from '../../repositories/connections/message-templates.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { requireSample } from './require-sample.ts';
import { callTemplates, requireTemplateConnection } from './template-account.ts';
import { writtenTemplate } from './written-template.ts';

/**
 * Submits a template to the provider, and stores it with the provider's first status. If the request ends between the
 * two, the next sync brings the template.
 */
export const createMessageTemplate: RouteHandler<typeof messageTemplateRoutes.create> = async ({
  principal,
  request,
  body,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  const { name, language } = body;
  const written = writtenTemplate(body);
  const connection = await requireTemplateConnection(table, body.whatsappId);
  const sample = await requireSample(principal, body.header);
  const nowMs = clock.now();
  const created = await callTemplates(
    connection,
    { table, nowMs },
    'ERR_TEMPLATE_REFUSED',
    (driver, account) => driver.create(account, { ...written, name, language }, sample),
  );
  const { businessId } = connection;
  const template: MessageTemplate = messageTemplateSchema.parse({
    ...written,
    ...created,
    companyId,
    businessId,
    name,
    language,
    changedAt: toInstant(nowMs),
  });
  const source = { principal, request, ids, nowMs };
  await commit([
    table.put(TemplateEntity, template, 'any', nowMs),
    auditItem(table, source, 'messageTemplates.create', { id: template.id, after: template }),
  ]);
  return template;
};

/**
 * Replaces the parts of a template, which the provider then reviews again.
 * @throws AppError ERR_NO_TEMPLATE_FOUND; ERR_TEMPLATE_STATE for a template under review, one that is disabled, and one
 * with parts that we do not know, because an edit would remove them
 */
export const updateMessageTemplate: RouteHandler<typeof messageTemplateRoutes.update> = async ({
  principal,
  request,
  params,
  body,
  clock,
  ids,
}) => {
  const table = openTable(principal.companyId);
  const written = writtenTemplate(body);
  const connection = await requireTemplateConnection(table, body.whatsappId);
  const known = await findTemplateById(table, connection, params.templateId);
  if (known === undefined) throw new AppError('ERR_NO_TEMPLATE_FOUND');
  if (!mayEdit(known)) throw new AppError('ERR_TEMPLATE_STATE', { details: { status: known.status } });
  const sample = await requireSample(principal, body.header);
  const nowMs = clock.now();
  await callTemplates(connection, { table, nowMs }, 'ERR_TEMPLATE_REFUSED', (driver, account) =>
    driver.edit(account, known.id, written, sample),
  );
  return retryOnConflict(async () => {
    // The review may have ended since the provider took the edit.
    const before = await findTemplate(table, connection, known);
    if (before?.id !== known.id) throw new AppError('ERR_NO_TEMPLATE_FOUND');
    const after = afterEdit(before, written, toInstant(nowMs));
    const source = { principal, request, ids, nowMs };
    await commit([
      table.put(TemplateEntity, after, before.version, nowMs),
      auditItem(table, source, 'messageTemplates.update', { id: known.id, before, after }),
    ]);
    return after;
  });
};
