import type { WebhookEndpointView } from '@prosa/shared/contracts/webhook-endpoints.ts';
import type { EndpointHealth, WebhookEndpoint } from '@prosa/shared/entities/webhook-endpoint.ts';

/** Presents an endpoint without its secrets. A secret or a pause that has ended is not shown. */
export const presentEndpoint = (
  endpoint: WebhookEndpoint & { version: number },
  health: EndpointHealth | undefined,
  nowMs: number,
): WebhookEndpointView => {
  const ifLater = (instant: string | null | undefined): string | null =>
    instant != null && Date.parse(instant) > nowMs ? instant : null;
  return {
    id: endpoint.id,
    name: endpoint.name,
    url: endpoint.url,
    events: endpoint.events,
    off: endpoint.off,
    createdAt: endpoint.createdAt,
    secretLast4: endpoint.secret.last4,
    oldSecretUntil: ifLater(endpoint.oldSecret?.until),
    failingSince: endpoint.off === null ? (health?.failingSince ?? null) : null,
    pausedUntil: endpoint.off === null ? ifLater(health?.pausedUntil) : null,
    version: endpoint.version,
  };
};
