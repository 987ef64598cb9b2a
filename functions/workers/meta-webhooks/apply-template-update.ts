import type { TemplateUpdate } from '../../channels/meta/meta-update.ts';
import { afterNews } from '../../domain/templates/template-news.ts';
import { systemPrincipal } from '../../platform/auth/principal.ts';
import { toInstant } from '../../platform/clock.ts';
import { commit } from '../../platform/table/commit.ts';
import { MessageTemplate, TemplateSync } from '../../platform/table/entities/message-templates.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { findConnectionsOfBusiness } from '../../repositories/connections/connections.ts';
import { findTemplate, templatesSyncedAt } from '../../repositories/connections/message-templates.ts';

const applyTo = async (table: Table, update: TemplateUpdate, nowMs: number): Promise<void> => {
  const { business, template: named, news, sentAt } = update;
  const [template, syncedAt] = await Promise.all([
    findTemplate(table, business, named),
    templatesSyncedAt(table, business),
  ]);
  // A template of the same name that replaced this one has another id.
  if (template === undefined || Number(template.id) !== named.id) return;
  if (news.kind === 'parts') {
    await commit([table.delete(TemplateSync, business)]);
    return;
  }
  const after = afterNews(template, news, { madeAtMs: sentAt, syncedAt, now: toInstant(nowMs) });
  if (after !== undefined) await commit([table.put(MessageTemplate, after, template.version, nowMs)]);
};

/**
 * Applies the change of a template in every company that has an account of its business. A template that is not stored
 * is ignored, because the next sync reads it; so is an update that is older than what is known. Idempotent.
 * @returns false if no company has an account of the business
 */
export const applyTemplateUpdate = async (update: TemplateUpdate, nowMs: number): Promise<boolean> => {
  const routes = await findConnectionsOfBusiness(update.business);
  const companies = new Set(routes.map(({ companyId }) => companyId));
  await Promise.all(
    [...companies].map((id) => {
      const { companyId } = systemPrincipal('meta-webhooks', id);
      return retryOnConflict(() => applyTo(openTable(companyId), update, nowMs));
    }),
  );
  return companies.size > 0;
};
