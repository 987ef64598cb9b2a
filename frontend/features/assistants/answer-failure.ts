/** Reasons for a missing answer that have a text of their own. */
const FAILURES = [
  'key',
  'quota',
  'budget',
  'busy',
  'status',
  'not-understood',
  'content',
  'refused',
  'unreachable',
  'too-slow',
  'too-large',
  'redirect',
] as const;

/** Returns the name of a failure's text; `other` for a failure of a newer server. */
export const failureOf = (reason: string): (typeof FAILURES)[number] | 'other' =>
  FAILURES.find((known) => known === reason) ?? 'other';
