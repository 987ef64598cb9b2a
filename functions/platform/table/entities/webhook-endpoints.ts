import {
  DELIVERIES_KEPT_DAYS,
  directoryEndpointSchema,
  endpointHealthSchema,
  waitingDeliverySchema,
  webhookDeliverySchema,
  webhookEndpointSchema,
} from '@prosa/shared/entities/webhook-endpoint.ts';
import { afterInstant, DAY_S, defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

export const WebhookEndpoint = defineEntity({
  name: 'webhookEndpoint',
  schema: webhookEndpointSchema,
  scope: 'tenant',
  secrets: ['secret', 'oldSecret'],
  key: keys.webhookEndpoint,
});
/** The brief form of an endpoint for the directory. `endpointItems` writes it with the full row. */
export const DirectoryEndpoint = defineEntity({
  name: 'directoryEndpoint',
  schema: directoryEndpointSchema,
  scope: 'tenant',
  key: keys.directoryEndpoint,
});
/** Exists only since the first failed call of an endpoint. */
export const EndpointHealth = defineEntity({
  name: 'endpointHealth',
  schema: endpointHealthSchema,
  scope: 'tenant',
  key: keys.endpointHealth,
});
export const WebhookDelivery = defineEntity({
  name: 'webhookDelivery',
  schema: webhookDeliverySchema,
  scope: 'tenant',
  key: keys.webhookDelivery,
  expiresAt: ({ createdAt }) => afterInstant(createdAt, DELIVERIES_KEPT_DAYS * DAY_S),
});
export const WaitingDelivery = defineEntity({
  name: 'waitingDelivery',
  schema: waitingDeliverySchema,
  scope: 'tenant',
  key: keys.waitingDelivery,
  // Later than its delivery, which ends its waiting after a day.
  expiresAt: ({ at }) => afterInstant(at, 8 * DAY_S),
});
