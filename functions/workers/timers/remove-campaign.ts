import { systemClock } from '../../platform/clock.ts';
import { removeReceivers } from '../../repositories/campaigns/removal.ts';
import { NOTHING_TO_DO, type TimerHandler } from './timer-handler.ts';

/** Working time of one run; the rest needs another run. */
const REMOVAL_LIMIT_MS = 15_000;

/** Removes the receivers of a removed campaign. */
export const removeCampaign: TimerHandler<'campaign-removal'> = async ({ table, timer, nowMs }) => {
  const untilMs = systemClock.now() + REMOVAL_LIMIT_MS;
  const isDone = await removeReceivers(table, timer.subject, () => systemClock.now() < untilMs, nowMs);
  return isDone ? NOTHING_TO_DO : { againAtMs: nowMs, isPrompt: true };
};
