import * as z from 'zod';
import { idSchema, textSchema } from '../entities/common.ts';

/** Hands the conversation to a queue, where people go on. */
export const ticketDataSchema = z.object({
  name: textSchema().max(200).default(''),
  queue: z
    .object({ id: idSchema, name: textSchema().max(200).default('') })
    .nullable()
    .default(null),
});
