import { deliveryMessageSchema } from '@prosa/shared/messaging/delivery-message.ts';
import { actAs, systemPrincipal } from '../../platform/auth/principal.ts';
import { systemClock } from '../../platform/clock.ts';
import { type AskOutside, askOutside } from '../../platform/fetch-outside.ts';
import { systemIds } from '../../platform/ids.ts';
import { queueHandler } from '../../platform/lambda/queue-handler.ts';
import { attemptDelivery } from './attempt-delivery.ts';

/**
 * Makes the worker of the queue `webhook-deliveries`.
 * @param ask calls an endpoint at the address that its company chose
 */
export const deliverBy = (ask: AskOutside) =>
  queueHandler(
    deliveryMessageSchema,
    (pointer) => {
      const system = systemPrincipal('webhook-deliveries', pointer.companyId);
      const ports = { ask, clock: systemClock, ids: systemIds };
      return actAs(system, () => attemptDelivery(system.companyId, pointer, ports));
    },
    'webhook-deliveries',
  );

export const handler = deliverBy(askOutside);
