/** Reasons for a failed call that have a text of their own. */
const FAILURES = [
  'status',
  'redirect',
  'not-understood',
  'credentials',
  'refused',
  'unreachable',
  'too-slow',
  'too-large',
  'no-file',
] as const;

/** Returns the name of a failure's text; `other` for a failure of a newer server. */
export const failureOf = (reason: string): (typeof FAILURES)[number] | 'other' =>
  FAILURES.find((known) => known === reason) ?? 'other';
