import { expect, it } from 'vitest';
import { isPinned } from './pinned-messages.ts';

const UNTIL = '2026-11-21T12:00:00.000Z';
const END_MS = Date.parse(UNTIL);

it.each([
  ['before its pin ends', { pinnedUntil: UNTIL, isDeleted: false }, END_MS - 1, true],
  ['when its pin ends', { pinnedUntil: UNTIL, isDeleted: false }, END_MS, false],
  ['without a pin', { pinnedUntil: null, isDeleted: false }, 0, false],
  ['that was deleted', { pinnedUntil: UNTIL, isDeleted: true }, 0, false],
] as const)('a message %s: pinned is %s', (_name, message, nowMs, expected) => {
  expect(isPinned(message, nowMs)).toBe(expected);
});
