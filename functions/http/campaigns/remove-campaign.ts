import type { campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { isRemovable } from '../../domain/campaigns/campaign-status.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { campaignRemovalItems } from '../../repositories/campaigns/removal.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { requireCampaign } from './view-campaigns.ts';

/**
 * Removes a campaign at once; a timer removes its receivers, and its file is deleted a little later. One read and one
 * transaction.
 * @throws AppError ERR_CAMPAIGN_STATE while it runs
 */
export const removeCampaign: RouteHandler<typeof campaignRoutes.remove> = async ({
  principal,
  params,
  request,
  clock,
  ids,
}) => {
  const table = openTable(principal.companyId);
  await retryOnConflict(async () => {
    const before = await requireCampaign(table, params.id);
    if (!isRemovable(before))
      throw new AppError('ERR_CAMPAIGN_STATE', { details: { status: before.status } });
    const nowMs = clock.now();
    await commit([
      ...campaignRemovalItems(table, before, { ids, nowMs }),
      auditItem(table, { principal, request, ids, nowMs }, 'campaigns.remove', { id: before.id, before }),
    ]);
  });
  return { message: 'Campaign deleted' };
};
