import { describe, expect, it } from 'vitest';
import { startWarnings } from './start-warnings.ts';

const ESTIMATE = {
  receivers: 50,
  more: false,
  invalid: 2,
  optedOut: 1,
  alsoElsewhere: 0,
  strangers: 0,
  examined: 50,
  capOfDay: 50,
  endsAt: '2026-11-20T18:00:00.000Z',
};

describe('warnings before a start', () => {
  it.each([
    ['nothing', {}, []],
    ['an account without a cap', { capOfDay: null, receivers: 5000 }, []],
    ['more receivers than a day takes', { receivers: 51 }, ['cap']],
    [
      'strangers and receivers of other campaigns',
      { strangers: 3, alsoElsewhere: 1 },
      ['strangers', 'elsewhere'],
    ],
    ['nobody', { receivers: 0, strangers: 0, capOfDay: 0 }, ['nobody']],
  ])('for %s', (_what, changed, warnings) => {
    expect(startWarnings({ ...ESTIMATE, ...changed })).toEqual(warnings);
  });
});
