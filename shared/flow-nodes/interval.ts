import * as z from 'zod';

/** A pause in seconds; publishing requires 1 to 120. */
export const intervalDataSchema = z.object({ sec: z.number().nonnegative().max(1_000_000).default(0) });
