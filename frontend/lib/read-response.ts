import type { ResponseOf, RouteShape } from '@prosa/shared/contracts/route.ts';

/**
 * Reads a successful answer. While developing and in tests it is held against the row's schema, so that a server
 * that drifts from the contract is seen at once; in production the server's own check is enough.
 */
export const readResponse = async <R extends RouteShape>(
  row: R,
  response: Response,
): Promise<ResponseOf<R>> => {
  const data: ResponseOf<R> = response.status === 204 ? {} : await response.json();
  if (import.meta.env.DEV) {
    const { safeParse } = await import('zod/v4/core');
    const result = safeParse(row.response, data);
    if (!result.success) throw new TypeError(`${row.id} answered another shape`, { cause: result.error });
  }
  return data;
};
