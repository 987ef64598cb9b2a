export const PASSWORD_SCORE_MAX = 5;
const LONG = 8;

/** Returns 0 to 5: one point each for length, lower case, upper case, a digit and a symbol. */
export const passwordScore = (password: string): number =>
  [
    password.length >= LONG,
    /\p{Ll}/u.test(password),
    /\p{Lu}/u.test(password),
    /\d/.test(password),
    /[^\p{L}\d\s]/u.test(password),
  ].filter(Boolean).length;

export type PasswordStrength = 'weak' | 'medium' | 'strong';

/** Returns weak up to 2, medium at 3 and 4, strong at 5. */
export const passwordStrength = (score: number): PasswordStrength => {
  if (score >= PASSWORD_SCORE_MAX) return 'strong';
  return score > 2 ? 'medium' : 'weak';
};
