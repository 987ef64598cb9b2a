/**
 * The status codes for which CloudFront accepts a lifetime of errors. Source: CloudFront's guide, "Control how long
 * CloudFront caches errors".
 */
const ERROR_STATUSES = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/**
 * Seconds for which the edge keeps an error, by status code. CloudFront keeps an error under the path alone, for 10
 * seconds unless told otherwise, even where the cache policy disables caching. Ids are per company, so a kept error
 * of one company would be the answer to another. The CDK stack and the local gateway read this declaration.
 */
export const EDGE_ERROR_LIFETIMES_S: ReadonlyMap<number, number> = new Map(
  ERROR_STATUSES.map((status) => [status, 0]),
);
