import * as z from 'zod';
import { idSchema } from '../entities/common.ts';

/** Hands the conversation to a queue, where people go on. */
export const ticketDataSchema = z.object({
  name: z.string().max(200).default(''),
  queue: z
    .object({ id: idSchema, name: z.string().max(200).default('') })
    .nullable()
    .default(null),
});
