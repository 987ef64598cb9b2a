import type { ResponseOf, RouteShape } from '@prosa/shared/contracts/route.ts';
import { safeParse } from 'zod/v4/core';

/**
 * Reads a successful answer and holds it against the row's schema, so that a server that drifts from the contract is
 * seen at once. Fields that the schema does not know are left alone.
 * @throws TypeError for an answer of another shape
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
