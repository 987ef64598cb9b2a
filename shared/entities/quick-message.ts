import * as z from 'zod';
import { idSchema } from './common.ts';

/** A saved reply for reuse. */
export const quickMessageSchema = z.object({
  companyId: idSchema,
  id: idSchema,
  /** The text after `/` that finds it. */
  shortcode: z.string(),
  message: z.string(),
  /** Its file, which is copied into each message that uses it; null without a file. */
  media: z
    .object({ key: z.string(), fileName: z.string(), mimeType: z.string(), size: z.int() })
    .nullable()
    .default(null),
  /** Whether colleagues who see it may change it, too (`geral`). */
  isEditableByAll: z.boolean().default(false),
  /** Whether the whole company sees it, or only its owner (`visao`). */
  isShared: z.boolean().default(false),
  /** Whether the composer offers it (`status`). */
  active: z.boolean().default(true),
  /** The user who wrote it. */
  userId: idSchema,
});
export type QuickMessage = z.infer<typeof quickMessageSchema>;
