import type { RouteShape } from '@prosa/shared/contracts/route.ts';

interface RateLimit {
  /** Requests a second, over all callers. */
  rate: number;
  burst: number;
}

/**
 * What a route takes from all callers together before API Gateway answers 429: a guard against floods. Limits per
 * account and address are the product's own, and the firewall's.
 */
export const RATE_LIMITS: Record<RouteShape['rate'], RateLimit> = {
  public: { rate: 50, burst: 100 },
  login: { rate: 20, burst: 40 },
  // One route may serve all rows of a function.
  standard: { rate: 1000, burst: 2000 },
  heavy: { rate: 10, burst: 20 },
  // Meta sends three times what is sent out, in parallel, and unsubscribes those that refuse for an hour.
  external: { rate: 100, burst: 200 },
  webhook: { rate: 1000, burst: 2000 },
};

/** What the live channel takes by itself on each of its routes: frames use up nothing that opening a channel needs. */
export const LIVE_RATE_LIMITS: Readonly<Record<string, RateLimit>> = {
  // API Gateway opens 500 a second (R43).
  $connect: { rate: 500, burst: 500 },
  $disconnect: { rate: 1000, burst: 2000 },
  $default: { rate: 1000, burst: 2000 },
};
