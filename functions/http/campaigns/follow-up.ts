import type { campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import type { Campaign } from '@prosa/shared/entities/campaign.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { copyFile } from '../../conversations/copy-file.ts';
import { followUpOf } from '../../domain/campaigns/follow-up.ts';
import { deleteObject } from '../../platform/blob/blob.ts';
import { storedKey } from '../../platform/blob/file-keys.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit, WriteConflict } from '../../platform/table/commit.ts';
import { Campaign as CampaignEntity } from '../../platform/table/entities/campaigns.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { openTable } from '../../platform/table/table.ts';
import { nextId } from '../../platform/table/updates.ts';
import { campaignItem } from '../../repositories/campaigns/campaigns.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { requireCampaign, viewCampaign } from './view-campaigns.ts';

/** Copies the file of a campaign. */
const copyMedia = async (media: Campaign['media'], key: string): Promise<Campaign['media']> => {
  if (media === null) return null;
  const { mimeType, fileName } = media;
  await copyFile({ from: media.key, to: key, mimeType, fileName });
  return { ...media, key };
};

/**
 * Makes an inactive copy of a campaign for those who did not answer, or did not read. One read, the number's counter,
 * a copy of the file and one transaction, then the reads of its view.
 * @throws AppError ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_STATE
 */
export const followUp: RouteHandler<typeof campaignRoutes.followUp> = async ({
  principal,
  params,
  body,
  request,
  clock,
  ids,
}) => {
  const { companyId, userId } = principal;
  const table = openTable(companyId);
  const source = await requireCampaign(table, params.id);
  const own = { id: source.id, name: body.name, createdById: userId, media: null };
  const copy = followUpOf(source, own, body.who);
  const id = await nextId(table, CampaignEntity);
  const media = await copyMedia(source.media, storedKey(companyId, ids.uuid()));
  const nowMs = clock.now();
  const after = { ...copy, id, media };
  const put = campaignItem(table, undefined, after, nowMs);
  try {
    await commit([
      put,
      table.check(CampaignEntity, { id: source.id }, 'exists'),
      auditItem(table, { principal, request, ids, nowMs }, 'campaigns.followUp', { id, after }),
    ]);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    if (media !== null) await deleteObject(media.key);
    throw new AppError('ERR_NO_CAMPAIGN_FOUND', { cause: error });
  }
  return viewCampaign(principal, parseRow(CampaignEntity, put.item), nowMs);
};
