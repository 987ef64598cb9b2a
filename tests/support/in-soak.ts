/** Set by `npm run soak`, which runs some test files of other kinds again with larger numbers. */
const SOAK = 'PROSA_SOAK';

/** Returns the number of repetitions of a test: a small one for `npm test`, a large one for `npm run soak`. */
export const inSoak = (few: number, many: number): number => (process.env[SOAK] === undefined ? few : many);
