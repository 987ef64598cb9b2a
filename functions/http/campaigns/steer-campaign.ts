import type { CampaignView, campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { AuditAction } from '@prosa/shared/rules/audit-actions.ts';
import { startedCampaign, stoppedCampaign } from '../../domain/campaigns/campaign-run.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import type { HandlerContext, RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import {
  type CampaignRow,
  loadCampaignWithProgress,
  type ProgressRow,
  startItems,
  stopItems,
} from '../../repositories/campaigns/campaigns.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { requireSendable } from './require-named.ts';
import { requireCampaign, viewCampaign } from './view-campaigns.ts';

type Context = Pick<
  HandlerContext<typeof campaignRoutes.start>,
  'principal' | 'params' | 'request' | 'clock' | 'ids'
>;

interface Step {
  before: CampaignRow;
  progress: ProgressRow | undefined;
  nowMs: number;
}

/**
 * Moves a campaign to its next status, with its audit entry: of two administrators at once, the second decides on what
 * the first has left. One batch read and one transaction.
 * @param step called again after a write conflict
 * @throws AppError ERR_NO_CAMPAIGN_FOUND, and those of `step`
 */
const steer = async (
  { principal, params, request, clock, ids }: Context,
  action: AuditAction,
  step: (step: Step) => Promise<{ after: CampaignRow; items: WriteItem[] }>,
): Promise<void> => {
  const table = openTable(principal.companyId);
  await retryOnConflict(async () => {
    const { campaign: before, progress } = await loadCampaignWithProgress(table, params.id);
    if (before === undefined) throw new AppError('ERR_NO_CAMPAIGN_FOUND');
    const nowMs = clock.now();
    const { after, items } = await step({ before, progress, nowMs });
    await commit([
      ...items,
      auditItem(table, { principal, request, ids, nowMs }, action, { id: before.id, before, after }),
    ]);
  });
};

const view = async ({ principal, params, clock }: Context): Promise<CampaignView> =>
  viewCampaign(principal, await requireCampaign(openTable(principal.companyId), params.id), clock.now());

const startBy = async (context: Context, action: 'start' | 'resume' | 'restart'): Promise<void> => {
  const { companyId, directory } = context.principal;
  const table = openTable(companyId);
  await steer(context, `campaigns.${action}`, async ({ before, progress, nowMs }) => {
    const after = startedCampaign(before, action, nowMs);
    await requireSendable(directory, before);
    return { after, items: startItems(table, { before, after }, progress, { ids: context.ids, nowMs }) };
  });
  forgetDirectory(companyId);
};

const stopBy = async (context: Context, action: 'pause' | 'cancel'): Promise<void> => {
  const table = openTable(context.principal.companyId);
  await steer(context, `campaigns.${action}`, async ({ before, progress, nowMs }) => {
    const after = stoppedCampaign(before, action, 'user', nowMs);
    return { after, items: stopItems(table, { before, after }, progress, nowMs) };
  });
};

export const startCampaign: RouteHandler<typeof campaignRoutes.start> = async (context) => {
  await startBy(context, 'start');
  return view(context);
};

export const pauseCampaign: RouteHandler<typeof campaignRoutes.pause> = async (context) => {
  await stopBy(context, 'pause');
  return view(context);
};

export const resumeCampaign: RouteHandler<typeof campaignRoutes.resume> = async (context) => {
  await startBy(context, 'resume');
  return view(context);
};

export const cancelCampaign: RouteHandler<typeof campaignRoutes.cancel> = async (context) => {
  await stopBy(context, 'cancel');
  return {};
};

export const restartCampaign: RouteHandler<typeof campaignRoutes.restart> = async (context) => {
  await startBy(context, 'restart');
  return {};
};
