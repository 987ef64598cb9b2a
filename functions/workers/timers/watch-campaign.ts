import { startedCampaign } from '../../domain/campaigns/campaign-run.ts';
import {
  beginRunItems,
  continuingItem,
  loadCampaignWithProgress,
  STALLED_MS,
} from '../../repositories/campaigns/campaigns.ts';
import { NOTHING_TO_DO, type TimerHandler } from './timer-handler.ts';

/**
 * Starts a scheduled campaign at its time, however late. Afterwards watches over the running one: if it makes no progress
 * its message was lost, and it is continued where it was.
 */
export const watchCampaign: TimerHandler<'campaign'> = async ({ table, timer, nowMs, ids }) => {
  const { campaign, progress } = await loadCampaignWithProgress(table, timer.subject);
  if (campaign?.run !== timer.data.run) return NOTHING_TO_DO;
  if (campaign.status === 'scheduled') {
    const after = startedCampaign(campaign, 'start', nowMs);
    return {
      items: beginRunItems(table, { before: campaign, after }, progress, { ids, nowMs }),
      againAtMs: nowMs + STALLED_MS,
      data: { run: after.run },
    };
  }
  if (campaign.status !== 'running' || progress === undefined) return NOTHING_TO_DO;
  const stalledMs = Date.parse(progress.rowUpdatedAt) + STALLED_MS;
  return stalledMs > nowMs
    ? { againAtMs: stalledMs }
    : { items: [continuingItem(table, progress, { ids, nowMs })], againAtMs: nowMs + STALLED_MS };
};
