import type { campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import { requireEditable } from '../../domain/campaigns/change-campaign.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable } from '../../platform/table/table.ts';
import { releaseMediaItems } from '../../repositories/campaigns/removal.ts';
import { withOneFile } from '../messages/with-one-file.ts';
import { changeCampaign } from './save-campaign.ts';
import { requireCampaign } from './view-campaigns.ts';

/** Sets the file of a campaign, from the form or from an earlier upload. The file before is deleted a little later. */
export const setMedia: RouteHandler<typeof campaignRoutes.setMedia> = async (context) => {
  const { principal, params, clock, ids } = context;
  const table = openTable(principal.companyId);
  requireEditable(await requireCampaign(table, params.id), clock.now());
  return withOneFile(context, { keeper: `campaign.${params.id}` }, ({ media }, marks) => {
    const { key, fileName, mimeType, size } = media;
    return changeCampaign(
      context,
      'campaigns.setMedia',
      (before, nowMs) => {
        requireEditable(before, nowMs);
        return { ...before, media: { key, fileName, mimeType, size } };
      },
      (before, _after, nowMs) => [...releaseMediaItems(table, before, { ids, nowMs }), ...marks(nowMs)],
    );
  });
};

/** Takes the file of a campaign away. */
export const removeMedia: RouteHandler<typeof campaignRoutes.removeMedia> = (context) => {
  const { principal, ids } = context;
  const table = openTable(principal.companyId);
  return changeCampaign(
    context,
    'campaigns.removeMedia',
    (before, nowMs) => {
      requireEditable(before, nowMs);
      return { ...before, media: null };
    },
    (before, _after, nowMs) => releaseMediaItems(table, before, { ids, nowMs }),
  );
};
