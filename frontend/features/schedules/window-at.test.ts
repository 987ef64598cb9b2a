import { expect, it } from 'vitest';
import { windowAt } from './window-at.ts';

const SINCE = '2026-11-21T12:00:00.000Z';
const DUE_MS = Date.parse(SINCE) + 24 * 60 * 60 * 1000;
const ANSWERS = {
  replyWindow: {
    afterWordMs: 24 * 60 * 60 * 1000,
    afterFreeEntryMs: null,
    taggedMs: 7 * 24 * 60 * 60 * 1000,
  },
};
const HEARD = { heardAt: SINCE, freeEntryAt: null };

it('a connection without a reply window is free at any time', () => {
  expect(windowAt({ replyWindow: null }, undefined, DUE_MS)).toBe('free');
});

it('the window is closed at its end, whatever the human-agent tag would allow', () => {
  expect(windowAt(ANSWERS, HEARD, DUE_MS - 1)).toBe('free');
  expect(windowAt(ANSWERS, HEARD, DUE_MS)).toBe('closed');
});

it('it depends on the contact when nobody knows when the contact wrote, or no time is chosen', () => {
  expect(windowAt(ANSWERS, undefined, DUE_MS)).toBe('depends');
  expect(windowAt(ANSWERS, HEARD, Number.NaN)).toBe('depends');
});
