import type { ErrorCode } from '@prosa/shared/errors.ts';

/** Errors whose usual text is written for users of a screen. This page has a text of its own for programmers. */
const EXPLAINED_HERE = [
  'ERR_VALIDATION',
  'ERR_UNAUTHENTICATED',
  'ERR_NO_PERMISSION',
  'ERR_IDEMPOTENCY_MISMATCH',
  'ERR_REPLY_WINDOW_CLOSED',
  'ERR_SEND_CAP_REACHED',
  'ERR_CONFLICT',
  'ERR_TOO_MANY_REQUESTS',
  'ERR_PAYLOAD_TOO_LARGE',
  'ERR_MEDIA_MISSING',
  'ERR_INTERNAL',
] as const satisfies readonly ErrorCode[];
type ExplainedHere = (typeof EXPLAINED_HERE)[number];

/** Whether the text of an error is in the texts of this feature. */
export const isExplainedHere = (code: string): code is ExplainedHere =>
  EXPLAINED_HERE.some((known) => known === code);
