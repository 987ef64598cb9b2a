import * as z from 'zod';
import { idSchema, textSchema } from '../entities/common.ts';

/** Hands the conversation to an integration of the company, which ends the flow. The names are the specification's. */
export const typebotDataSchema = z.object({
  typebotIntegration: z
    .object({ id: idSchema, name: textSchema().max(200).default('') })
    .nullable()
    .default(null),
});
