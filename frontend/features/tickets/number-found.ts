const LIKE_A_NUMBER = /^\+?[\d\s().-]+$/;
/** Digits of a Brazilian subscriber without the ninth digit, because a number is stored with or without it. */
const SUBSCRIBER_DIGITS = 8;
const MIN_DIGITS = 3;
/** Area code and subscriber. */
const WHOLE_NUMBER_DIGITS = 10;

/** Whether a search, in any spelling of a telephone number, found a contact by this number. */
export const isNumberFound = (number: string, search: string): boolean => {
  const digits = LIKE_A_NUMBER.test(search) ? search.replace(/\D/g, '').replace(/^0+/, '') : '';
  if (digits.length < MIN_DIGITS) return false;
  return (
    number.includes(digits) ||
    (digits.length >= WHOLE_NUMBER_DIGITS && number.endsWith(digits.slice(-SUBSCRIBER_DIGITS)))
  );
};
