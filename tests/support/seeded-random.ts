const GOLDEN = 0x9e3779b9;

/** Returns a generator of numbers from 0 up to 1 that depend only on the seed (mulberry32). */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + GOLDEN) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
