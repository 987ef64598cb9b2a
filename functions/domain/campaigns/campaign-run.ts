import type {
  Campaign,
  CampaignProgress,
  CampaignStatus,
  PauseReason,
} from '@prosa/shared/entities/campaign.ts';
import { instantOf } from '../turns/turn.ts';
import { type CampaignAction, requireStatusAfter } from './campaign-status.ts';

/**
 * Returns a campaign that starts, starts again or continues. Its run is a new one, so that work of an earlier one does
 * nothing.
 * @throws AppError ERR_CAMPAIGN_STATE
 */
export const startedCampaign = <C extends Campaign>(
  campaign: C,
  action: Extract<CampaignAction, 'start' | 'resume' | 'restart'>,
  nowMs: number,
): C => ({
  ...campaign,
  status: requireStatusAfter(campaign.status, action),
  pauseReason: null,
  run: campaign.run + 1,
  startedAt: campaign.startedAt ?? instantOf({ nowMs }),
  completedAt: null,
});

/**
 * Returns a campaign that pauses, ends early or is finished. Work of its run does nothing any more.
 * @param reason why it pauses; null otherwise
 * @throws AppError ERR_CAMPAIGN_STATE
 */
export const stoppedCampaign = <C extends Campaign>(
  campaign: C,
  action: Extract<CampaignAction, 'pause' | 'cancel' | 'finish'>,
  reason: PauseReason | null,
  nowMs: number,
): C => {
  const status: CampaignStatus = requireStatusAfter(campaign.status, action);
  return {
    ...campaign,
    status,
    pauseReason: status === 'paused' ? reason : null,
    run: campaign.run + 1,
    completedAt: status === 'finished' ? instantOf({ nowMs }) : null,
  };
};

/**
 * Returns the progress of a campaign's new run.
 * @param plansAgain whether those who joined since are planned: on a start or restart, not after a pause
 * @param ignoresQuality whether a user resumes it although its quality made it pause
 */
export const progressOfRun = (
  progress: CampaignProgress | undefined,
  { companyId, id: campaignId, run }: Pick<Campaign, 'companyId' | 'id' | 'run'>,
  { plansAgain, ignoresQuality }: { plansAgain: boolean; ignoresQuality: boolean },
): CampaignProgress => ({
  planned: 0,
  plannedThrough: 0,
  ticketsThrough: '',
  next: 0,
  beat: 0,
  sinceLonger: 0,
  lastSentAt: null,
  day: '',
  sentToday: 0,
  leftFrom: null,
  leftUntil: null,
  ...progress,
  companyId,
  campaignId,
  run,
  isChecked: false,
  isPlanned: progress?.isPlanned === true && !plansAgain,
  // Tickets that match now may lie anywhere among those that were read; people of lists and tags only join at the end.
  ...(plansAgain ? { ticketsThrough: '' } : {}),
  ignoresQuality: progress?.ignoresQuality === true || ignoresQuality,
});
