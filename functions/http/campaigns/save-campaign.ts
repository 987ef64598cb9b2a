import type { CampaignView, campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import type { Campaign } from '@prosa/shared/entities/campaign.ts';
import type { AuditAction } from '@prosa/shared/rules/audit-actions.ts';
import { newCampaign, savedCampaign } from '../../domain/campaigns/change-campaign.ts';
import type { HandlerContext, RouteHandler } from '../../platform/http/bind-routes.ts';
import type { Ids } from '../../platform/ids.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import { Campaign as CampaignEntity } from '../../platform/table/entities/campaigns.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { nextId } from '../../platform/table/updates.ts';
import { clearTimerItem } from '../../platform/timers/set-timer.ts';
import { type CampaignRow, campaignItem, campaignTimerItem } from '../../repositories/campaigns/campaigns.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { requireNamed } from './require-named.ts';
import { requireCampaign, viewCampaign } from './view-campaigns.ts';

/** Returns the write of the timer that starts a campaign, as far as it has changed. */
const startTimerItems = (
  table: Table,
  before: CampaignRow | undefined,
  after: Campaign,
  moment: { ids: Ids; nowMs: number },
): WriteItem[] => {
  if (after.status === 'scheduled' && after.scheduledAt !== null)
    return [campaignTimerItem(table, after, Date.parse(after.scheduledAt), moment)];
  return before?.status === 'scheduled'
    ? [clearTimerItem(table, { kind: 'campaign', subject: after.id })]
    : [];
};

/** Creates a campaign. Two reads, the number's counter and one transaction, then the reads of its view. */
export const createCampaign: RouteHandler<typeof campaignRoutes.create> = async ({
  principal,
  body,
  request,
  clock,
  ids,
}) => {
  const { companyId, userId, directory } = principal;
  const table = openTable(companyId);
  const nowMs = clock.now();
  await requireNamed(directory, body);
  const id = await nextId(table, CampaignEntity);
  const after = newCampaign({ companyId, id, createdById: userId }, body, nowMs);
  const put = campaignItem(table, undefined, after, nowMs);
  await commit([
    put,
    ...startTimerItems(table, undefined, after, { ids, nowMs }),
    auditItem(table, { principal, request, ids, nowMs }, 'campaigns.create', { id: after.id, after }),
  ]);
  return viewCampaign(principal, parseRow(CampaignEntity, put.item), nowMs);
};

type ChangeContext = Pick<
  HandlerContext<typeof campaignRoutes.removeMedia>,
  'principal' | 'params' | 'request' | 'clock' | 'ids'
>;

/**
 * Changes a campaign, with its audit entry. One read and one transaction, then the reads of its view.
 * @param change called again after a write conflict
 * @param also further items of the transaction
 * @throws AppError ERR_NO_CAMPAIGN_FOUND, and those of `change`
 */
export const changeCampaign = async (
  { principal, params, request, clock, ids }: ChangeContext,
  action: AuditAction,
  change: (before: CampaignRow, nowMs: number) => Promise<Campaign> | Campaign,
  also: (before: CampaignRow, after: Campaign, nowMs: number) => WriteItem[],
): Promise<CampaignView> => {
  const table = openTable(principal.companyId);
  const { row, nowMs } = await retryOnConflict(async () => {
    const before = await requireCampaign(table, params.id);
    const nowMs = clock.now();
    const after = await change(before, nowMs);
    const put = campaignItem(table, before, after, nowMs);
    await commit([
      put,
      ...also(before, after, nowMs),
      auditItem(table, { principal, request, ids, nowMs }, action, { id: before.id, before, after }),
    ]);
    return { row: parseRow(CampaignEntity, put.item), nowMs };
  });
  return viewCampaign(principal, row, nowMs);
};

export const updateCampaign: RouteHandler<typeof campaignRoutes.update> = (context) => {
  const { principal, body, ids } = context;
  const table = openTable(principal.companyId);
  return changeCampaign(
    context,
    'campaigns.update',
    async (before, nowMs) => {
      const after = savedCampaign(before, body, nowMs);
      await requireNamed(principal.directory, body, before);
      return after;
    },
    (before, after, nowMs) => startTimerItems(table, before, after, { ids, nowMs }),
  );
};
