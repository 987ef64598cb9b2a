import * as z from 'zod';
import { lenient } from '../meta/lenient-fields.ts';

/**
 * The file of an inbound message: the content of `media.source`, as JSON. Meta keeps the file for seven days; the link
 * needs the account's token and lives for five minutes.
 */
export const cloudFileSchema = z.object({
  /** Part of a path of the Graph API. */
  id: z.string().regex(/^[\w-]{1,100}$/),
  url: lenient(z.string().max(2048)),
  /** Digest of the file, in lowercase hexadecimal. */
  sha256: lenient(z.string().regex(/^[\da-f]{64}$/)),
});
export type CloudFile = z.output<typeof cloudFileSchema>;
