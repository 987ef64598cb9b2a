import { campaignMessageSchema } from '@prosa/shared/messaging/campaign-message.ts';
import { actAs, systemPrincipal } from '../../platform/auth/principal.ts';
import { systemClock } from '../../platform/clock.ts';
import { systemIds } from '../../platform/ids.ts';
import { queueHandler } from '../../platform/lambda/queue-handler.ts';
import { openTable } from '../../platform/table/table.ts';
import { runBeat } from './run-beat.ts';
import { sendAgreed } from './send-agreed.ts';

/**
 * Worker of the queue `campaigns`: makes the beats of campaigns, and sends to those who consented. Completed work is not
 * repeated, so a repeated message changes nothing.
 */
export const handler = queueHandler(
  campaignMessageSchema,
  (message) => {
    const system = systemPrincipal('campaigns', message.companyId);
    return actAs(system, async () => {
      const ports = { table: openTable(system.companyId), system, ids: systemIds, clock: systemClock };
      switch (message.type) {
        case 'beat':
          return runBeat(ports, message);
        case 'agreed':
          return sendAgreed(ports, message);
      }
    });
  },
  'campaigns',
);
