import type { QuickMessageView, quickMessageRoutes } from '@prosa/shared/contracts/quick-messages.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { QUICK_MESSAGES_LISTED, QUICK_MESSAGES_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { presentQuickMessage } from '../../domain/presenters/present-quick-message.ts';
import { mediaLinker } from '../../platform/blob/media-link.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { openTable } from '../../platform/table/table.ts';
import { type QuickMessageRow, readQuickMessages } from '../../repositories/organisation/quick-messages.ts';
import { requireVisible } from './require-quick-message.ts';

/** Returns quick messages as callers see them. Fetches the key for signing links only if a quick message has a file. */
export const viewQuickMessages = async (
  rows: readonly QuickMessageRow[],
  nowMs: number,
): Promise<QuickMessageView[]> => {
  const link = rows.some(({ media }) => media !== null) ? await mediaLinker(nowMs) : () => '';
  return rows.map((row) => presentQuickMessage(row, link));
};

/** Lists quick messages. Two queries; see {@link readQuickMessages}. */
export const listQuickMessages: RouteHandler<typeof quickMessageRoutes.list> = async ({
  principal,
  query,
  clock,
}) => {
  const search = normalizeForSearch(query.searchParam);
  const paging = await pagingOf(principal, 'quick-messages', search, query);
  const table = openTable(principal.companyId);
  const page = await paging.read((after) =>
    readQuickMessages(table, principal.userId, { search, after, limit: QUICK_MESSAGES_PER_PAGE }),
  );
  const records = await viewQuickMessages(page.rows, clock.now());
  return {
    records,
    count: records.length,
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
  };
};

/** Lists the quick messages that the composer offers. Two queries, like {@link listQuickMessages}. */
export const listQuickMessagesBriefly: RouteHandler<typeof quickMessageRoutes.listBrief> = async ({
  principal,
  query,
  clock,
}) => {
  const { companyId, userId, directory } = principal;
  if (query.userId !== undefined && query.userId !== userId) throw new AppError('ERR_NO_USER_FOUND');
  const { rows } = await readQuickMessages(openTable(companyId), userId, {
    prefix: normalizeForSearch(query.searchParam),
    limit: QUICK_MESSAGES_LISTED,
    isOffered: true,
  });
  const company = { id: companyId, name: directory.company.name };
  return (await viewQuickMessages(rows, clock.now())).map((view) => ({ ...view, company }));
};

export const getQuickMessage: RouteHandler<typeof quickMessageRoutes.get> = async ({
  principal,
  params,
  clock,
}) => {
  const quick = await requireVisible(openTable(principal.companyId), principal, params.id);
  const [view] = await viewQuickMessages([quick], clock.now());
  if (view === undefined) throw new Error('a quick message was not presented');
  return view;
};
