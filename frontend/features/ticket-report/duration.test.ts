import { expect, it } from 'vitest';
import { durationParts } from './duration.ts';

it.each([
  [0, 0, 0, 0],
  [59, 0, 0, 0],
  [3_660, 0, 1, 1],
  [90_061, 1, 1, 1],
])('%i seconds are %i days, %i hours and %i minutes', (seconds, days, hours, minutes) => {
  expect(durationParts(seconds)).toEqual({ days, hours, minutes });
});
