import type { IncomingMessage } from 'node:http';
import type { EdgeResponse, SentAnswer } from './edge-response.ts';

/** CloudFront's minimum lifetime of an error whose distribution states none. */
const DEFAULT_LIFETIME_S = 10;
/** Errors that CloudFront always keeps, and those that it keeps only for a `max-age` of the origin. */
const ALWAYS_KEPT: ReadonlySet<number> = new Set([404, 405, 414, 500, 501, 502, 503, 504]);
const KEPT_FOR_MAX_AGE: ReadonlySet<number> = new Set([400, 403, 412, 415]);
/** Errors for which CloudFront obeys an origin that forbids caching. For all others it ignores that. */
const OBEYS_ORIGIN: ReadonlySet<number> = new Set([404, 410, 414, 501]);
const FORBIDS = /\b(?:no-store|no-cache|private)\b/i;
const MAX_AGE = /\bs-maxage=(\d+)|\bmax-age=(\d+)/i;

/**
 * Returns for how many seconds CloudFront keeps an error. Sources: CloudFront's guide, "Control how long CloudFront
 * caches errors" and "How CloudFront processes HTTP 4xx and 5xx status codes from your origin".
 * @param cacheControl header of the origin
 * @param declared the distribution's lifetimes of errors, by status code
 * @param maxTtlS maximum lifetime of the behaviour's cache policy, which bounds the origin's `max-age`
 */
const errorLifetimeS = (
  status: number,
  cacheControl: string,
  declared: ReadonlyMap<number, number>,
  maxTtlS: number,
): number => {
  const [, shared, anyones] = MAX_AGE.exec(cacheControl) ?? [];
  const maxAge = shared ?? anyones;
  const isKept = ALWAYS_KEPT.has(status) || (KEPT_FOR_MAX_AGE.has(status) && maxAge !== undefined);
  if (!isKept || (OBEYS_ORIGIN.has(status) && FORBIDS.test(cacheControl))) return 0;
  return Math.max(declared.get(status) ?? DEFAULT_LIFETIME_S, Math.min(Number(maxAge ?? 0), maxTtlS));
};

interface EdgeErrors {
  /**
   * Answers with the error that is kept under the path, and returns true. Otherwise returns false, and the error that
   * the response may become is kept as CloudFront keeps it: under the path, for whoever asks next.
   */
  answer(request: IncomingMessage, response: EdgeResponse, path: string, maxTtlS: number): boolean;
}

/**
 * Makes the edge's cache of errors.
 * @param declared lifetimes in seconds by status code, as the distribution declares them
 */
export const createEdgeErrors = (declared: ReadonlyMap<number, number>): EdgeErrors => {
  const kept = new Map<string, SentAnswer & { untilMs: number }>();
  return {
    answer: (request, response, path, maxTtlS) => {
      const { method } = request;
      if (method !== 'GET' && method !== 'HEAD') return false;
      const nowMs = Date.now();
      const error = kept.get(path);
      if (error !== undefined && error.untilMs > nowMs) {
        request.resume();
        response.writeHead(error.status, error.headers).end(method === 'HEAD' ? undefined : error.body);
        return true;
      }
      kept.delete(path);
      response.onError = (answer) => {
        const lifetimeS = errorLifetimeS(answer.status, answer.originCacheControl, declared, maxTtlS);
        if (lifetimeS > 0) kept.set(path, { ...answer, untilMs: Date.now() + lifetimeS * 1_000 });
      };
      return false;
    },
  };
};
