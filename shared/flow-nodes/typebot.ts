import * as z from 'zod';
import { idSchema } from '../entities/common.ts';

/** Hands the conversation to an integration of the company, which ends the flow. The names are the specification's. */
export const typebotDataSchema = z.object({
  typebotIntegration: z
    .object({ id: idSchema, name: z.string().max(200).default('') })
    .nullable()
    .default(null),
});
