import * as z from 'zod';

/** A random split: the handle `a` is taken in `percent` of all passes, `b` in the others. */
export const randomizerDataSchema = z.object({ percent: z.number().min(0).max(100).default(0) });
