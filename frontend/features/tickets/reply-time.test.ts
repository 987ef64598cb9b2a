import { describe, expect, it } from 'vitest';
import { replyFactsOf, replyToneOf, shownMinutes, spanOf, splitMinutes } from './reply-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('the countdown of a reply window', () => {
  it('turns amber when two hours are left', () => {
    expect(replyToneOf(2 * HOUR_MS + 1)).toBe('calm');
    expect(replyToneOf(2 * HOUR_MS)).toBe('soon');
    expect(replyToneOf(0)).toBe('soon');
  });

  it('moves in steps of five minutes, and minute by minute in the last fifteen', () => {
    expect(shownMinutes(3 * HOUR_MS + 14 * MINUTE_MS)).toBe(190);
    expect(shownMinutes(19 * MINUTE_MS)).toBe(15);
    expect(shownMinutes(15 * MINUTE_MS - 1)).toBe(14);
    expect(shownMinutes(MINUTE_MS)).toBe(1);
    expect(shownMinutes(MINUTE_MS - 1)).toBe(0);
    expect(shownMinutes(-HOUR_MS)).toBe(0);
  });

  it('shows days only from two days on', () => {
    expect(splitMinutes(14)).toEqual({ unit: 'minutes', minutes: 14 });
    expect(splitMinutes(190)).toEqual({ unit: 'hours', hours: 3, minutes: 10 });
    expect(splitMinutes(47 * 60 + 55)).toEqual({ unit: 'hours', hours: 47, minutes: 55 });
    expect(splitMinutes(5 * 24 * 60 + 65)).toEqual({ unit: 'days', days: 5, hours: 1 });
  });

  it('calls a window by hours up to three days, by days above', () => {
    expect(spanOf(24 * HOUR_MS)).toEqual({ unit: 'hours', number: 24 });
    expect(spanOf(72 * HOUR_MS)).toEqual({ unit: 'hours', number: 72 });
    expect(spanOf(7 * 24 * HOUR_MS)).toEqual({ unit: 'days', number: 7 });
  });

  it('distinguishes a contact who never wrote from a server that does not say', () => {
    expect(replyFactsOf({ heardAt: null })).toEqual({ heardAt: null, freeEntryAt: null });
    expect(replyFactsOf({})).toBeUndefined();
  });
});
