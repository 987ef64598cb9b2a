import * as z from 'zod';

/**
 * The order of changes to which their provider gives the same time: when the newest of them arrived, in epoch
 * milliseconds, and a short key of each, so that a repeated one is recognised.
 */
export const arrivalSchema = z.object({ atMs: z.int().nonnegative(), keys: z.array(z.string()) });
export type Arrival = z.infer<typeof arrivalSchema>;
