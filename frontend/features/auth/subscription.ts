const DAY_MS = 24 * 60 * 60 * 1000;
/** A warning is shown from here on. */
export const EXPIRY_WARNING_DAYS = 5;

/** Whether a company's subscription has run out. @param dueDate ISO 8601. */
export const isExpired = (dueDate: string, nowMs: number): boolean => nowMs >= Date.parse(dueDate);

/** The due date of who never pays: far enough to mean never. */
const NEVER_FROM = '2999';

/** Whether a subscription has an end at all. */
export const hasEnd = (dueDate: string): boolean => dueDate < NEVER_FROM;

/** Whole days left, rounded up; null while there are more than the warning is for, or none. */
export const expiryWarningDays = (dueDate: string, nowMs: number): number | null => {
  const leftMs = Date.parse(dueDate) - nowMs;
  if (leftMs <= 0) return null;
  const days = Math.ceil(leftMs / DAY_MS);
  return days < EXPIRY_WARNING_DAYS ? days : null;
};
