import { expect, it } from 'vitest';
import { isSettled, progressOf } from './message-progress.ts';

it.each([
  ['pending', 0, 'pending'],
  ['sent', 0, 'sent'],
  ['sent', 1, 'sent'],
  ['sent', 2, 'delivered'],
  ['sent', 3, 'read'],
  ['sent', 4, 'read'],
  ['failed', 1, 'failed'],
  ['unknown', 0, 'unknown'],
] as const)('a message in state %s with ack %i is shown as %s', (state, ack, progress) => {
  expect(progressOf({ state, ack })).toBe(progress);
});

it('only read and failed messages are not asked for again', () => {
  const states = ['pending', 'sending', 'sent', 'delivered', 'read', 'failed', 'unknown'] as const;
  expect(states.filter(isSettled)).toEqual(['read', 'failed']);
});
