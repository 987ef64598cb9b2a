import { expect, it } from 'vitest';
import { retryDelayS } from './retry-delay.ts';

it.each([
  [1, 0, 0, 1],
  [1, 0, 1, 2],
  [3, 0, 0.5, 4],
  [3, 0, 1, 8],
  [5, 0, 1, 30],
  [29, 0, 1, 30],
  [29, 0, 0.01, 1],
  [1, 6, 0, 6],
  [1, 6, 1, 8],
  [9, 20, 0.5, 35],
])(
  'R27: receive %i with a wait of %i s and the random number %f delays by %i s',
  (receives, atLeastS, random, delayS) => {
    expect(retryDelayS(receives, atLeastS, random)).toBe(delayS);
  },
);
