import * as z from 'zod';
import { flowFileSchema } from './flow-file.ts';

/** A video (MP4). */
export const videoDataSchema = z.object({ url: flowFileSchema });
