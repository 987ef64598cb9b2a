import * as z from 'zod';
import { idInput, pageQuery } from './fields.ts';

/** Calls on a page of the log of a service. */
export const CALLS_PER_PAGE = 20;

/** Names a call of a service. */
export const callParams = z.strictObject({ id: idInput, callId: z.string().regex(/^[\w-]{1,100}$/) });

export const callsQuery = z.strictObject({ cursor: pageQuery.cursor });

/** Returns the schema of a page of calls, the newest first. */
export const callPage = <S extends z.ZodType>(call: S) =>
  z.object({ calls: z.array(call), hasMore: z.boolean(), cursor: z.string().nullable() });
