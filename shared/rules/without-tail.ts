/**
 * Returns a text without those characters at its end that `isTail` accepts. Takes time proportional to the length,
 * unlike a pattern such as `/[.,]+$/`, which starts again at each position (S-34).
 */
export const withoutTail = (text: string, isTail: (char: string) => boolean): string => {
  let end = text.length;
  while (end > 0 && isTail(text.charAt(end - 1))) end--;
  return text.slice(0, end);
};
