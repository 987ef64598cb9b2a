import * as z from 'zod';
import { idSchema } from './common.ts';

/** A reply that is kept to be used again. */
export const quickMessageSchema = z.object({
  companyId: idSchema,
  id: idSchema,
  /** What is typed behind `/` to find it. */
  shortcode: z.string(),
  message: z.string(),
  /** A file of its own, copied into each message that is made of it; null without one. */
  media: z
    .object({ key: z.string(), fileName: z.string(), mimeType: z.string(), size: z.int() })
    .nullable()
    .default(null),
  /** Whether colleagues may change it, too, where they see it (`geral`). */
  isEditableByAll: z.boolean().default(false),
  /** Whether the whole company sees it, or only its owner (`visao`). */
  isShared: z.boolean().default(false),
  /** Whether the composer offers it (`status`). */
  active: z.boolean().default(true),
  /** Who wrote it. */
  userId: idSchema,
});
export type QuickMessage = z.infer<typeof quickMessageSchema>;
