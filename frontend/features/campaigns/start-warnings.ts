import type { campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';

type Estimate = ResponseOf<typeof campaignRoutes.estimate>;

/**
 * A warning before a campaign is started. `nobody`: it has no receivers. `cap`: it takes more than a day, because
 * its connection is new. `strangers`: receivers who never wrote to the connection may report it. `elsewhere`: receivers
 * are in other campaigns, too.
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
