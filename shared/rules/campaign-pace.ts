/** The settings of campaigns that decide how fast messages are sent. */
export interface CampaignPace {
  /** Seconds between two messages. */
  messageIntervalS: number;
  /** Number of messages after which a pause is added; 0: no pauses. */
  messagesBeforePause: number;
  /** Seconds of the pause, in addition to the interval. */
  pauseS: number;
}

const MINUTE_S = 60;
const HOUR_S = 3600;

/**
 * Returns the average number of messages per minute and per hour of a campaign, with the pauses counted. Both are whole
 * numbers; `perMinute` is 0 if a message takes longer than a minute.
 * @returns undefined if the settings limit nothing
 */
export const messagesPerTime = ({
  messageIntervalS,
  messagesBeforePause,
  pauseS,
}: CampaignPace): { perMinute: number; perHour: number } | undefined => {
  const pausePerMessageS = messagesBeforePause === 0 ? 0 : pauseS / messagesBeforePause;
  const secondsPerMessage = messageIntervalS + pausePerMessageS;
  if (secondsPerMessage === 0) return undefined;
  return {
    perMinute: secondsPerMessage > MINUTE_S ? 0 : Math.round(MINUTE_S / secondsPerMessage),
    perHour: Math.round(HOUR_S / secondsPerMessage),
  };
};
