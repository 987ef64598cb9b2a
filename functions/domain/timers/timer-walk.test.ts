import { describe, expect, it } from 'vitest';
import { roundGoingOn, wasHandedOver } from './timer-walk.ts';

const walk = {
  roundAt: '2026-11-21T10:00:00.000Z',
  walkedAt: '2026-11-21T10:05:00.000Z',
  position: '2026-11-21T10:06:30.000Z#send-check#1#9',
};
const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);
const sortKey = (time: string) => `2026-11-21T${time}.000Z#send-check#1#8`;

describe('a round of a timer walk', () => {
  it.each([
    ['10:05:59', true],
    ['10:09:59', true],
    ['10:10:00', false],
    ['10:04:59', false],
  ])('a later round at %s continues the walk: %s', (time, goesOn) => {
    expect(roundGoingOn(walk, at(time))).toBe(goesOn ? walk : undefined);
  });

  it('does not continue without an earlier walk', () => {
    expect(roundGoingOn(undefined, at('10:00:00'))).toBeUndefined();
  });
});

describe('wasHandedOver', () => {
  it.each([
    ['behind the position, there to be seen', '10:06:00', '10:04:00', true],
    ['at the instant of the position', '10:06:30', '10:04:00', true],
    ['beyond the position', '10:06:31', '10:04:00', false],
    ['set just before the walk', '10:06:00', '10:04:30', false],
    ['set after the walk', '10:06:00', '10:05:30', false],
  ])('decides for a timer %s', (_what, dueAt, setAt, wasHanded) => {
    const timer = { sortKey: sortKey(dueAt), setAt: `2026-11-21T${setAt}.000Z` };
    expect(wasHandedOver(walk, timer)).toBe(wasHanded);
    expect(wasHandedOver(undefined, timer)).toBe(false);
  });
});
