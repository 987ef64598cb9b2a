import * as z from 'zod';
import { idSchema, instantSchema } from './common.ts';

/** An explanation of the product for all users of the installation. It belongs to no company. */
export const helpSchema = z.object({
  id: idSchema,
  title: z.string(),
  /** Plain text. */
  description: z.string().default(''),
  /** Code of a YouTube video, such as `dQw4w9WgXcQ`; '' without a video. */
  video: z.string().default(''),
  createdAt: instantSchema,
});
export type Help = z.infer<typeof helpSchema>;
