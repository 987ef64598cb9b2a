import { expect, it } from 'vitest';
import { endpointState } from './endpoint-state.ts';

const NOW = '2026-11-26T10:00:00.000Z';
const LATER = '2026-11-26T10:05:00.000Z';
const BEFORE = '2026-11-26T09:00:00.000Z';
const fine = { off: null, pausedUntil: null, failingSince: null };

it.each([
  ['on', fine],
  ['failing', { ...fine, failingSince: BEFORE }],
  ['paused', { ...fine, failingSince: BEFORE, pausedUntil: LATER }],
  ['failing', { ...fine, failingSince: BEFORE, pausedUntil: BEFORE }],
  ['off', { ...fine, failingSince: BEFORE, off: { reason: 'unreachable', at: NOW } as const }],
])('a webhook is shown as %s', (kind, endpoint) => {
  expect(endpointState(endpoint, Date.parse(NOW)).kind).toBe(kind);
});
