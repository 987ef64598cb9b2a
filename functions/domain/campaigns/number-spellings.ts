/** A Brazilian mobile number without its ninth digit, as suppressed numbers are stored. */
const WITHOUT_NINTH = /^(55\d{2})([6-9]\d{7})$/;

/**
 * Whether a stored canonical number begins with some digits, in either spelling of a Brazilian mobile number.
 * @param digits '' matches every number
 */
export const beginsWithDigits = (number: string, digits: string): boolean =>
  number.startsWith(digits) || number.replace(WITHOUT_NINTH, '$19$2').startsWith(digits);

/** How many digits both spellings have in common: the country and area code. */
export const COMMON_DIGITS = 4;
