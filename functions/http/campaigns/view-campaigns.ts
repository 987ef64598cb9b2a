import type { CampaignView } from '@prosa/shared/contracts/campaigns.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { presentCampaign } from '../../domain/presenters/present-campaign.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import { mediaLinker } from '../../platform/blob/media-link.ts';
import { toInstant } from '../../platform/clock.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { loadCampaignEnds } from '../../repositories/campaigns/campaign-ends.ts';
import { loadCampaignFacts } from '../../repositories/campaigns/campaign-facts.ts';
import { type CampaignRow, loadCampaign } from '../../repositories/campaigns/campaigns.ts';

/** Returns a campaign. One consistent read. @throws AppError ERR_NO_CAMPAIGN_FOUND */
export const requireCampaign = async (table: Table, id: number): Promise<CampaignRow> => {
  const campaign = await loadCampaign(table, id);
  if (campaign === undefined) throw new AppError('ERR_NO_CAMPAIGN_FOUND');
  return campaign;
};

/** Returns campaigns as administrators see them. Reads as {@link loadCampaignFacts} and {@link loadCampaignEnds}. */
export const viewCampaigns = async (
  { companyId, directory }: UserPrincipal,
  campaigns: readonly CampaignRow[],
  nowMs: number,
): Promise<CampaignView[]> => {
  const [facts, ends, link] = await Promise.all([
    loadCampaignFacts(openTable(companyId), campaigns),
    loadCampaignEnds(directory, campaigns, nowMs),
    mediaLinker(nowMs),
  ]);
  return campaigns.flatMap((campaign) => {
    const own = facts.get(campaign.id);
    if (own === undefined) return [];
    const endsAtMs = ends.get(campaign.id);
    const estimatedEndAt = endsAtMs === undefined ? null : toInstant(endsAtMs);
    return [{ ...presentCampaign(campaign, own, { names: directory, link, nowMs }), estimatedEndAt }];
  });
};

/** Returns a campaign as administrators see it. */
export const viewCampaign = async (
  principal: UserPrincipal,
  campaign: CampaignRow,
  nowMs: number,
): Promise<CampaignView> => {
  const [view] = await viewCampaigns(principal, [campaign], nowMs);
  if (view === undefined) throw new Error('a campaign was not presented');
  return view;
};
