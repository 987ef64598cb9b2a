import * as z from 'zod';
import { type GraphCall, graph } from './graph-client.ts';

/** Entries of a page of a list: Meta's maximum. */
const LIMIT = '100';
/** Pages of a list that are read unless a caller reads more: a thousand entries. */
const PAGES_MAX = 10;

const pagingSchema = z
  .object({
    cursors: z.object({ after: z.string().optional() }).optional(),
    next: z.string().optional(),
  })
  .optional();

/**
 * Returns the entries of a list of the Graph API, from all of its pages. Follows the cursor instead of `next`, because
 * that address contains the token.
 * @throws ProviderFailed
 */
export const readAllPages = async <S extends z.ZodType>(
  call: GraphCall,
  entry: S,
  pagesMax = PAGES_MAX,
): Promise<z.output<S>[]> => {
  const schema = z.object({ data: z.array(entry), paging: pagingSchema });
  const entries: z.output<S>[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < pagesMax; pages++) {
    const query = { ...call.query, limit: LIMIT, ...(after === undefined ? {} : { after }) };
    const { data, paging } = await graph({ ...call, query }, schema);
    entries.push(...data);
    after = paging?.next === undefined ? undefined : paging.cursors?.after;
    if (after === undefined) break;
  }
  return entries;
};
