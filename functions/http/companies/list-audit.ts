import type { AuditEntryView, auditRoutes } from '@prosa/shared/contracts/audit.ts';
import { AUDIT_ACTIONS } from '@prosa/shared/rules/audit-actions.ts';
import { AUDIT_ENTRIES_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { openTable } from '../../platform/table/table.ts';
import { type AuditRow, listAuditEntries } from '../../repositories/rows/audit.ts';

const presentEntry = ({ at, ...entry }: AuditRow): AuditEntryView => ({
  ...entry,
  createdAt: at,
  target: AUDIT_ACTIONS[entry.action],
});

/** Lists the company's audit log, newest first, optionally filtered by action and by acting user. */
export const listAudit: RouteHandler<typeof auditRoutes.listAudit> = async ({ query, principal, clock }) => {
  const { action, userId } = query;
  const paging = await pagingOf(principal, 'audit', { action, userId }, query);
  const filter = (entry: AuditRow): boolean =>
    (action === undefined || entry.action === action) && (userId === undefined || entry.userId === userId);
  const table = openTable(principal.companyId);
  const page = await paging.read((after) =>
    listAuditEntries(table, { filter, after, limit: AUDIT_ENTRIES_PER_PAGE }, clock.now()),
  );
  return {
    entries: page.rows.map(presentEntry),
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
  };
};
