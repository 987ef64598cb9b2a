import type { CampaignProgress } from '@prosa/shared/entities/campaign.ts';

/** The pace of a company's campaigns, of its campaign settings. Seconds. */
export interface Pace {
  messageIntervalS: number;
  /** After this many messages a longer pause follows; 0 for none. */
  longerIntervalAfter: number;
  greaterIntervalS: number;
}

/**
 * The shortest pause between two messages, in milliseconds, also if the settings say 0: a WhatsApp Web number that
 * sends faster is restricted.
 */
export const SHORTEST_PAUSE_MS = 1000;
const SECOND_MS = 1000;
/** By how much a pause differs from its mean at most, as a share of the mean. */
const JITTER = 0.4;

/** Whether the pause after the message that was just counted is the longer one. */
const isLonger = ({ longerIntervalAfter, greaterIntervalS }: Pace, sinceLonger: number): boolean =>
  longerIntervalAfter > 0 && greaterIntervalS > 0 && sinceLonger >= longerIntervalAfter;

/**
 * Returns the pause after a message, and the count of messages since the longer pause. Pauses differ at random, and
 * their mean is the interval of the settings. In whole seconds, because a queue delays by whole seconds: rounded up, the
 * mean would be half a second longer.
 * @param sinceLonger messages since the last longer pause, with this one
 * @param chance random number from 0 to 1
 * @param slowdown factor of all pauses: 1, or 2 while the quality is bad
 */
export const pauseAfter = (
  pace: Pace,
  { sinceLonger }: Pick<CampaignProgress, 'sinceLonger'>,
  chance: number,
  slowdown = 1,
): { pauseMs: number; sinceLonger: number } => {
  const longer = isLonger(pace, sinceLonger);
  const meanMs = (longer ? pace.greaterIntervalS : pace.messageIntervalS) * 1000 * slowdown;
  const factor = 1 - JITTER + 2 * JITTER * chance;
  return {
    pauseMs: Math.max(SHORTEST_PAUSE_MS, Math.round((meanMs * factor) / SECOND_MS) * SECOND_MS),
    sinceLonger: longer ? 0 : sinceLonger,
  };
};

/** Returns how long a number of messages takes on average, without closed hours. Milliseconds. */
export const meanDurationMs = (pace: Pace, messages: number): number => {
  const usualMs = Math.max(SHORTEST_PAUSE_MS, pace.messageIntervalS * 1000);
  const longerMs = Math.max(SHORTEST_PAUSE_MS, pace.greaterIntervalS * 1000);
  const longer = isLonger(pace, pace.longerIntervalAfter)
    ? Math.floor(messages / pace.longerIntervalAfter)
    : 0;
  return longer * longerMs + (messages - longer) * usualMs;
};
