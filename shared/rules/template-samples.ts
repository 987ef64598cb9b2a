import type { TemplateFileKind } from '../entities/message-template.ts';
import { UPLOAD_MAX_BYTES } from './file-limits.ts';

const MB = 1024 * 1024;

/**
 * Types and sizes of the example of a header's file, which the provider's reviewers see: the types that Meta's upload
 * takes, in the sizes that WhatsApp shows.
 */
export const TEMPLATE_SAMPLES: Readonly<
  Record<TemplateFileKind, { types: readonly string[]; maxBytes: number }>
> = {
  image: { types: ['image/jpeg', 'image/png'], maxBytes: 5 * MB },
  video: { types: ['video/mp4'], maxBytes: 16 * MB },
  document: { types: ['application/pdf'], maxBytes: UPLOAD_MAX_BYTES },
};
