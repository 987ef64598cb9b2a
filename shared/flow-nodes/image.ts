import * as z from 'zod';
import { flowFileSchema } from './flow-file.ts';

/** A picture. */
export const imageDataSchema = z.object({ url: flowFileSchema });
