import type { campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';

type Estimate = ResponseOf<typeof campaignRoutes.estimate>;

/**
 * A warning that is shown before a campaign starts:
 * - `nobody`: the campaign has no receivers;
 * - `cap`: the connection is new and may not send all messages in one day;
 * - `strangers`: some receivers never wrote to the connection and may report it;
 * - `elsewhere`: some receivers are in other campaigns, too.
 */
export type StartWarning = 'nobody' | 'cap' | 'strangers' | 'elsewhere';

/** Returns what speaks against starting a campaign, the worst first. */
export const startWarnings = ({
  receivers,
  capOfDay,
  strangers,
  alsoElsewhere,
}: Estimate): StartWarning[] => {
  if (receivers === 0) return ['nobody'];
  return [
    ...(capOfDay !== null && receivers > capOfDay ? (['cap'] as const) : []),
    ...(strangers > 0 ? (['strangers'] as const) : []),
    ...(alsoElsewhere > 0 ? (['elsewhere'] as const) : []),
  ];
};
