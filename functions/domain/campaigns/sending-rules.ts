import type { CampaignSettings } from '@prosa/shared/entities/campaign-settings.ts';
import type { AllowedTime } from './allowed-time.ts';
import type { Pace } from './pace.ts';

/** How the campaigns of a company send. */
export interface SendingRules {
  pace: Pace;
  allowed: AllowedTime;
  /** Whether nothing is sent in the receiver's night, where the number tells its zone. */
  avoidsNights: boolean;
  /** The company's own placeholders, by key. */
  variables: ReadonlyMap<string, string>;
}

/** @param timeZone IANA zone of the company */
export const sendingRulesOf = (settings: CampaignSettings, timeZone: string): SendingRules => {
  const { messageIntervalS, messagesBeforePause, pauseS } = settings;
  return {
    pace: {
      messageIntervalS,
      longerIntervalAfter: pauseS === 0 ? 0 : messagesBeforePause,
      greaterIntervalS: messageIntervalS + pauseS,
    },
    allowed: {
      startHour: settings.startTime,
      endHour: settings.endTime,
      onSaturday: settings.sendsOnSaturdays,
      onSunday: settings.sendsOnSundays,
      timeZone,
    },
    avoidsNights: settings.avoidsNights,
    variables: new Map(settings.variables.map(({ key, value }) => [key, value])),
  };
};
