import type { Campaign, CampaignStatus } from '@prosa/shared/entities/campaign.ts';
import { AppError } from '@prosa/shared/errors.ts';

/** What a user, or the system, does with a campaign. */
export type CampaignAction = 'start' | 'pause' | 'resume' | 'cancel' | 'restart' | 'finish';

/** From which status each action leads where. An action that is not listed for a status is refused. */
const TRANSITIONS: Record<CampaignAction, Partial<Record<CampaignStatus, CampaignStatus>>> = {
  start: { inactive: 'running', scheduled: 'running' },
  pause: { running: 'paused' },
  resume: { paused: 'running' },
  cancel: { running: 'cancelled', paused: 'cancelled', scheduled: 'cancelled' },
  restart: { cancelled: 'running' },
  finish: { running: 'finished' },
};

/** Returns the status after an action; undefined if the action is not possible. */
export const statusAfter = (status: CampaignStatus, action: CampaignAction): CampaignStatus | undefined =>
  TRANSITIONS[action][status];

/** @throws AppError ERR_CAMPAIGN_STATE if the action is not possible */
export const requireStatusAfter = (status: CampaignStatus, action: CampaignAction): CampaignStatus => {
  const after = statusAfter(status, action);
  if (after === undefined) throw new AppError('ERR_CAMPAIGN_STATE', { details: { status } });
  return after;
};

/** How long before its time a scheduled campaign can still be changed (the specification's hour). */
export const EDIT_WINDOW_MS = 60 * 60 * 1000;

/**
 * Whether a campaign may be changed: while it is inactive, while its time is more than an hour away, and after it was
 * cancelled, before it is restarted.
 */
export const isEditable = (
  { status, scheduledAt }: Pick<Campaign, 'status' | 'scheduledAt'>,
  nowMs: number,
): boolean =>
  status === 'inactive' ||
  status === 'cancelled' ||
  (status === 'scheduled' && scheduledAt !== null && Date.parse(scheduledAt) - nowMs > EDIT_WINDOW_MS);

/** Whether a campaign may be removed: not while it runs or may continue by itself. */
export const isRemovable = ({ status }: Pick<Campaign, 'status'>): boolean => status !== 'running';
