/**
 * Brazilian mobile numbers exist with and without the ninth digit: 55, area code, [9], then eight digits that start
 * with 6 to 9. WhatsApp knows many accounts only by the shorter form.
 */
const BRAZILIAN_MOBILE = /^(55\d{2})9([6-9]\d{7})$/;

/** Returns the digits of a phone number in the form in which both spellings of a Brazilian mobile number are equal. */
export const canonicalPhone = (number: string): string =>
  number.replace(/\D/g, '').replace(BRAZILIAN_MOBILE, '$1$2');
