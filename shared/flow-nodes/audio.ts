import * as z from 'zod';
import { flowFileSchema } from './flow-file.ts';

/** A sound; `record`: sent as a voice note. */
export const audioDataSchema = z.object({ url: flowFileSchema, record: z.boolean().default(false) });
