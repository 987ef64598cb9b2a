/**
 * A text without those characters at its end that `isTail` names. Takes time in proportion to its length, which a pattern
 * like `/[.,]+$/` does not: that begins anew at each place (S-34).
 */
export const withoutTail = (text: string, isTail: (char: string) => boolean): string => {
  let end = text.length;
  while (end > 0 && isTail(text.charAt(end - 1))) end--;
  return text.slice(0, end);
};
