import { isDeepStrictEqual as isDeepEqual } from 'node:util';
import type { AuditAction } from '@prosa/shared/rules/audit-actions.ts';
import { toInstant } from '../../platform/clock.ts';
import { type Ids, sha256 } from '../../platform/ids.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { AUDIT_KEPT_DAYS, AuditEntry } from '../../platform/table/entities/audit.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Page, Table } from '../../platform/table/table.ts';

export type AuditRow = Row<typeof AuditEntry>;

/** The user, address and time of an audited action, from the request's context. */
export interface AuditSource {
  principal: { userId: number; user: { name: string } };
  request: { ip: string };
  ids: Ids;
  nowMs: number;
}

/** The row that an action changes, before and after; without both, the action concerns all rows of the kind. */
export interface AuditedTarget {
  id?: number | string;
  before?: object | undefined;
  after?: object | undefined;
}

/** Bookkeeping fields of a row, which the audit log leaves out. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  'version',
  'rowCreatedAt',
  'rowUpdatedAt',
  'optionsVersion',
]);

/** Returns the names of the fields that differ; none if a row is created or removed, because all of them do. */
const changedFields = (before: object | undefined, after: object | undefined): string[] => {
  if (before === undefined || after === undefined) return [];
  const old = new Map<string, unknown>(Object.entries(before));
  const next = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...old.keys(), ...next.keys()])].filter(
    (name) => !BOOKKEEPING.has(name) && !isDeepEqual(old.get(name), next.get(name)),
  );
};

const sortKeys = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const hashOf = (row: object | undefined): string =>
  row === undefined ? '' : sha256(JSON.stringify(row, sortKeys));

const nameOf = (target: object | undefined): string =>
  target !== undefined && 'name' in target && typeof target.name === 'string' ? target.name : '';

/**
 * Returns the write of an audit log entry (S-60), for the transaction of the audited action, so that neither exists
 * without the other. It stores a hash of the complete old values, and nothing of the new ones.
 */
export const auditItem = (
  table: Table,
  { principal, request, ids, nowMs }: AuditSource,
  action: AuditAction,
  { id = '', before, after }: AuditedTarget = {},
): WriteItem => {
  const { companyId } = table;
  if (companyId === null) throw new Error('an audit log belongs to a company');
  return table.put(
    AuditEntry,
    {
      companyId,
      at: toInstant(nowMs),
      id: ids.sortable(nowMs),
      userId: principal.userId,
      userName: principal.user.name,
      action,
      targetId: String(id),
      targetName: nameOf(after ?? before),
      changed: changedFields(before, after),
      ip: request.ip,
      beforeHash: hashOf(before),
    },
    'absent',
    nowMs,
  );
};

const DAY_MS = 86_400_000;
/** Entries examined for one page: about 60 read units if a filter skips nearly all of them. */
const MAX_EXAMINED = 1000;

const monthBefore = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return toInstant(Date.UTC(year, number - 2)).slice(0, 7);
};

/**
 * Returns entries of twelve months, newest first: one query for each month of the page, thirteen at most. If a filter
 * skips many, a page may be short or empty and still report more.
 * @param after position of the last entry returned or examined
 */
export const listAuditEntries = async (
  table: Table,
  {
    filter,
    after,
    limit,
  }: { filter: (entry: AuditRow) => boolean; after: string | undefined; limit: number },
  nowMs: number,
): Promise<Page<AuditRow>> => {
  const oldest = toInstant(nowMs - AUDIT_KEPT_DAYS * DAY_MS);
  const rows: AuditRow[] = [];
  let examined = 0;
  // DynamoDB deletes expired rows days late.
  const isListed = (entry: AuditRow): boolean => {
    examined += 1;
    return entry.at >= oldest && filter(entry);
  };
  let behind = after;
  let month = (after ?? toInstant(nowMs)).slice(0, 7);
  for (; month >= oldest.slice(0, 7); month = monthBefore(month)) {
    const page = await table.query(AuditEntry, {
      pk: keys.auditEntry({ at: month, id: '' }).pk,
      order: 'desc',
      ...(behind === undefined ? {} : { after: behind }),
      // One further, to know whether there is more.
      limit: limit + 1 - rows.length,
      maxExamined: Math.max(1, MAX_EXAMINED - examined),
      filter: isListed,
    });
    rows.push(...page.rows);
    const last = rows[limit - 1];
    if (rows.length > limit && last !== undefined)
      return { rows: rows.slice(0, limit), next: keys.auditEntry(last).sk };
    if (page.next !== undefined) return { rows, next: page.next };
    behind = undefined;
  }
  return { rows };
};
