import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { routes } from './function.ts';
import { getDelivery, listDeliveries } from './list-deliveries.ts';
import { rotateSecret } from './rotate-secret.ts';
import { createEndpoint, listEndpoints, removeEndpoint, updateEndpoint } from './save-endpoint.ts';
import { redeliver, sendTrial } from './send-again.ts';

export const handler = bindRoutes(routes, {
  list: listEndpoints,
  create: createEndpoint,
  update: updateEndpoint,
  remove: removeEndpoint,
  rotateSecret,
  sendTrial,
  deliveries: listDeliveries,
  delivery: getDelivery,
  redeliver,
});
