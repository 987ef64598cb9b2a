import type { campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { canonicalPhone } from '@prosa/shared/rules/canonical-phone.ts';
import { SUPPRESSIONS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { beginsWithDigits, COMMON_DIGITS } from '../../domain/campaigns/number-spellings.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { commit } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable, type Page } from '../../platform/table/table.ts';
import {
  loadSuppressions,
  listSuppressions as readSuppressions,
  type SuppressionRow,
  suppressionItem,
  suppressionRemovalItem,
} from '../../repositories/campaigns/suppressions.ts';
import { auditItem } from '../../repositories/rows/audit.ts';

/** Rows examined for one page, of 0.2 kB each: ten read units. */
const MAX_EXAMINED = 400;

/** Lists suppressed numbers in their order. One query. */
export const listSuppressions: RouteHandler<typeof campaignRoutes.listSuppressions> = async ({
  principal,
  query,
}) => {
  const { searchParam, cursor, pageNumber } = query;
  const digits = searchParam.replace(/\D/g, '');
  const paging = await pagingOf(principal, 'campaign-suppressions', searchParam, { cursor, pageNumber });
  const table = openTable(principal.companyId);
  // A text without digits is the beginning of no number.
  const isNone = digits === '' && searchParam.trim() !== '';
  const page = await paging.read(
    async (after): Promise<Page<SuppressionRow>> =>
      isNone
        ? { rows: [] }
        : readSuppressions(table, {
            ...(digits === '' ? {} : { prefix: digits.slice(0, COMMON_DIGITS) }),
            ...(after === undefined ? {} : { after }),
            limit: SUPPRESSIONS_PER_PAGE,
            lookAhead: true,
            maxExamined: MAX_EXAMINED,
            ...(digits.length > COMMON_DIGITS ? { pageSize: MAX_EXAMINED } : {}),
            filter: ({ number }) => beginsWithDigits(number, digits),
          }),
  );
  return {
    records: page.rows.map(({ number, reason, campaignId, rowCreatedAt: createdAt }) => ({
      number,
      reason,
      campaignId,
      createdAt,
    })),
    count: page.rows.length,
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
  };
};

/** Adds a number that no campaign is sent to. One read, and one transaction for a new number. */
export const addSuppression: RouteHandler<typeof campaignRoutes.addSuppression> = async ({
  principal,
  body,
  request,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  const number = canonicalPhone(body.number);
  await retryOnConflict(async () => {
    const before = (await loadSuppressions(table, [number])).get(number);
    if (before !== undefined) return;
    const nowMs = clock.now();
    await commit([
      suppressionItem(table, undefined, { companyId, number, reason: 'added', campaignId: null }, nowMs),
      auditItem(table, { principal, request, ids, nowMs }, 'campaigns.addSuppression', { id: number }),
    ]);
  });
  return { message: 'Number added' };
};

/**
 * Lets campaigns be sent to a number again. One read and one transaction.
 * @throws AppError ERR_NOT_FOUND
 */
export const removeSuppression: RouteHandler<typeof campaignRoutes.removeSuppression> = async ({
  principal,
  params,
  request,
  clock,
  ids,
}) => {
  const table = openTable(principal.companyId);
  const number = canonicalPhone(params.number);
  await retryOnConflict(async () => {
    const before = (await loadSuppressions(table, [number])).get(number);
    if (before === undefined) throw new AppError('ERR_NOT_FOUND');
    const nowMs = clock.now();
    await commit([
      suppressionRemovalItem(table, before),
      auditItem(table, { principal, request, ids, nowMs }, 'campaigns.removeSuppression', {
        id: number,
        before,
      }),
    ]);
  });
  return { message: 'Number removed' };
};
