import * as z from 'zod';
import { idSchema } from '../entities/common.ts';

/** Hands the conversation to an assistant of the company, which ends the flow. The names are the specification's. */
export const openaiDataSchema = z.object({
  typebotIntegration: z
    .object({ id: idSchema, name: z.string().max(200).default('') })
    .nullable()
    .default(null),
});
