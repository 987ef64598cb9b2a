import type { RouteShape } from '@prosa/shared/contracts/route.ts';

interface RateLimit {
  /** Requests per second, over all callers. */
  rate: number;
  burst: number;
}

/**
 * Rate limits per route over all callers together, above which API Gateway answers 429: a guard against floods.
 * Limits per account and address belong to the product and the firewall.
 */
export const RATE_LIMITS: Record<RouteShape['rate'], RateLimit> = {
  public: { rate: 50, burst: 100 },
  login: { rate: 20, burst: 40 },
  // One route may serve all rows of a function.
  standard: { rate: 1000, burst: 2000 },
  heavy: { rate: 10, burst: 20 },
  // For every message sent, Meta delivers three webhooks, in parallel. It unsubscribes a receiver that refuses for an
  // hour.
  external: { rate: 100, burst: 200 },
  webhook: { rate: 1000, burst: 2000 },
};

/**
 * Rate limits per route of the WebSocket API. They are separate, so that frames cannot use up the limit for opening
 * connections.
 */
export const LIVE_RATE_LIMITS: Readonly<Record<string, RateLimit>> = {
  // API Gateway's limit of new connections per second is 500 (R43).
  $connect: { rate: 500, burst: 500 },
  $disconnect: { rate: 1000, burst: 2000 },
  $default: { rate: 1000, burst: 2000 },
};
