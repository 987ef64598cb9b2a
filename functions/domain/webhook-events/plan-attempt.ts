import type {
  EndpointHealth,
  WebhookDelivery,
  WebhookEndpoint,
} from '@prosa/shared/entities/webhook-endpoint.ts';

/** What the worker does with a delivery that the queue brings. */
export type AttemptPlan =
  /** It was delivered or given up before. */
  | { does: 'nothing' }
  /** Its endpoint was removed or switched off. */
  | { does: 'give-up' }
  /** An earlier delivery of its subject is still waiting; this one is tried after that one. */
  | { does: 'wait' }
  /** It is tried at that time (epoch milliseconds); `isPaused`: as are all deliveries of the paused endpoint. */
  | { does: 'come-again'; atMs: number; isPaused: boolean }
  /** The endpoint is called. A probe is the one call that decides whether a pause ends. */
  | { does: 'call'; isProbe: boolean };

/** How much earlier than `nextAt` a delivery may be tried, because the clocks of two computers differ. */
const EARLY_MS = 2_000;

/**
 * Decides whether a delivery is tried now. Events of a subject are delivered in the order of their ids: while one
 * waits for its next attempt, the later ones wait behind it.
 * @param firstWaiting id of the first delivery of the subject that waits; undefined if none does
 */
export const planAttempt = ({
  delivery,
  endpoint,
  health,
  firstWaiting,
  nowMs,
}: {
  delivery: Pick<WebhookDelivery, 'id' | 'state' | 'nextAt'> | undefined;
  endpoint: Pick<WebhookEndpoint, 'off'> | undefined;
  health: Pick<EndpointHealth, 'pausedUntil'> | undefined;
  firstWaiting: string | undefined;
  nowMs: number;
}): AttemptPlan => {
  if (delivery?.state !== 'pending') return { does: 'nothing' };
  if (endpoint === undefined || endpoint.off !== null) return { does: 'give-up' };
  if (firstWaiting !== undefined && firstWaiting < delivery.id) return { does: 'wait' };
  const dueMs = delivery.nextAt === null ? 0 : Date.parse(delivery.nextAt);
  const pausedUntilMs = health?.pausedUntil == null ? 0 : Date.parse(health.pausedUntil);
  if (pausedUntilMs > nowMs)
    return { does: 'come-again', atMs: Math.max(pausedUntilMs, dueMs), isPaused: true };
  if (dueMs > nowMs + EARLY_MS) return { does: 'come-again', atMs: dueMs, isPaused: false };
  return { does: 'call', isProbe: pausedUntilMs > 0 };
};
