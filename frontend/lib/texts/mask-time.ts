const DIGITS = 4;
const HOUR_DIGITS = 2;

/**
 * Formats typed digits as a time of day, `##:##`. Used because browsers' own time fields follow the operating
 * system's language.
 */
export const maskTime = (text: string): string => {
  const digits = text.replace(/\D/g, '').slice(0, DIGITS);
  return digits.length <= HOUR_DIGITS
    ? digits
    : `${digits.slice(0, HOUR_DIGITS)}:${digits.slice(HOUR_DIGITS)}`;
};
