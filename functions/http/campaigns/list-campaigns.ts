import type { campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import { CAMPAIGNS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { openTable } from '../../platform/table/table.ts';
import { listCampaigns as readCampaigns } from '../../repositories/campaigns/campaigns.ts';
import { requireCampaign, viewCampaign, viewCampaigns } from './view-campaigns.ts';

/** Rows examined for one page of a search, of two kilobytes each: 25 read units. */
const SEARCHED_PER_PAGE = 100;

/**
 * Lists campaigns. One query, and the reads of their views. A page of a search may have fewer rows than the limit and
 * still report that there are more.
 */
export const listCampaigns: RouteHandler<typeof campaignRoutes.list> = async ({
  principal,
  query,
  clock,
}) => {
  const search = normalizeForSearch(query.searchParam.trim());
  const paging = await pagingOf(principal, 'campaigns', search, query);
  const table = openTable(principal.companyId);
  const { rows, next } = await paging.read((after) =>
    readCampaigns(table, {
      ...(after === undefined ? {} : { after }),
      limit: CAMPAIGNS_PER_PAGE,
      lookAhead: true,
      maxExamined: SEARCHED_PER_PAGE + 1,
      ...(search === '' ? {} : { pageSize: SEARCHED_PER_PAGE + 1 }),
      filter: ({ name }) => normalizeForSearch(name).includes(search),
    }),
  );
  const records = await viewCampaigns(principal, rows, clock.now());
  return { records, count: records.length, hasMore: next !== undefined, cursor: paging.seal(next) };
};

/** Returns a campaign. One read, and the reads of its view: at most ten units, however many receivers it has. */
export const getCampaign: RouteHandler<typeof campaignRoutes.get> = async ({ principal, params, clock }) =>
  viewCampaign(principal, await requireCampaign(openTable(principal.companyId), params.id), clock.now());
