import type { ResponseOf, RouteShape } from '@prosa/shared/contracts/route.ts';
import { safeParse } from 'zod/v4/core';

/**
 * Reads a successful response and checks it against the route's schema, so that a server's deviation from the
 * contract is noticed immediately. Unknown fields are ignored.
 * @throws TypeError for a response that does not match
 */
export const readResponse = async <R extends RouteShape>(
  row: R,
  response: Response,
): Promise<ResponseOf<R>> => {
  const data: ResponseOf<R> = response.status === 204 ? {} : await response.json();
  const { success, error } = safeParse(row.response, data);
  if (!success) throw new TypeError(`${row.id} answered another shape`, { cause: error });
  return data;
};
