const DAY_MS = 24 * 60 * 60 * 1000;
export const EXPIRY_WARNING_DAYS = 5;
/** Due dates from this year on mean that the subscription never ends. */
const NEVER_FROM = '2999';

/** Returns whether a subscription with this due date ends at all. */
export const hasEnd = (dueDate: string): boolean => dueDate < NEVER_FROM;

/**
 * Returns whether a due date has passed. The subscription is active until that day ends in the company's time zone.
 * @param today the current day in the company's time zone, for example `2027-01-10`
 */
export const isPastDue = (dueDate: string, today: string): boolean => today > dueDate;

/**
 * Returns the number of days left, including today; null if it is too early for a warning, or no day is left.
 * @param today the current day in the company's time zone
 */
export const expiryWarningDays = (dueDate: string, today: string): number | null => {
  const days = (Date.parse(dueDate) - Date.parse(today)) / DAY_MS + 1;
  return days > 0 && days < EXPIRY_WARNING_DAYS ? days : null;
};
