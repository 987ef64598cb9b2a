import * as z from 'zod';
import { idSchema } from './common.ts';

/** One file of a list. Options are sent in the order of the list; one without a file is not sent. */
export const fileListOptionSchema = z.object({
  id: z.string(),
  /** The caption with which the file is sent. */
  name: z.string(),
  /** Copied into each message that sends it; null until it is uploaded. */
  media: z
    .object({ key: z.string(), fileName: z.string(), mimeType: z.string(), size: z.int() })
    .nullable()
    .default(null),
});
export type FileListOption = z.infer<typeof fileListOptionSchema>;

/** A named collection of files, which a queue or an option of its tree sends to customers. */
export const fileListSchema = z.object({
  companyId: idSchema,
  id: idSchema,
  name: z.string(),
  /** The text that is sent before the files. */
  message: z.string(),
  options: z.array(fileListOptionSchema).default([]),
  /** The user who created it. */
  userId: idSchema,
});
export type FileList = z.infer<typeof fileListSchema>;
