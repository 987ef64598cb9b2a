/**
 * Returns a source of random numbers from one random number of the shell (Mulberry32), so that a repeated decision
 * draws the same ones.
 */
export const randomFrom = (chance: number): (() => number) => {
  let state = Math.floor(chance * 2 ** 32) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
