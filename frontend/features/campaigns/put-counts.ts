import { type CampaignCounts, campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';
import type { InfiniteData } from '@tanstack/react-query';
import { queryClient, routeKey } from '../../lib/api/query.ts';
import { campaignById } from './campaign-queries.ts';

type Listed = InfiniteData<ResponseOf<typeof campaignRoutes.list>>;

/** Returns listed campaigns with the new counts of one of them; the same object if it is not listed. */
export const withCounts = (listed: Listed, id: number, counts: CampaignCounts): Listed =>
  listed.pages.some(({ records }) => records.some((campaign) => campaign.id === id))
    ? {
        ...listed,
        pages: listed.pages.map((page) => ({
          ...page,
          records: page.records.map((campaign) => (campaign.id === id ? { ...campaign, counts } : campaign)),
        })),
      }
    : listed;

/** Updates the counts of a campaign in the cache, wherever it is shown. */
export const putCounts = (id: number, counts: CampaignCounts): void => {
  for (const [key, listed] of queryClient.getQueriesData<Listed>({
    queryKey: routeKey(campaignRoutes.list),
  })) {
    const changed = listed === undefined ? undefined : withCounts(listed, id, counts);
    if (changed !== listed) queryClient.setQueryData(key, changed);
  }
  const { queryKey } = campaignById(id);
  const known = queryClient.getQueryData(queryKey);
  if (known !== undefined) queryClient.setQueryData(queryKey, { ...known, counts });
};
