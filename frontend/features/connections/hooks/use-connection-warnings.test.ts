import { CONNECTION_STATUSES } from '@prosa/shared/entities/connection.ts';
import { expect, it } from 'vitest';
import { isTroubled, needsCare } from './use-connection-warnings.ts';

it('warns of a connection in every status except connected', () => {
  expect(CONNECTION_STATUSES.filter(isTroubled).toSorted()).toEqual([
    'DISCONNECTED',
    'OPENING',
    'PAIRING',
    'PASSKEY_REQUIRED',
    'TIMEOUT',
    'qrcode',
  ]);
});

it.each([
  ['in eight days', 8, false],
  ['in six days', 6, true],
  ['since yesterday', -1, true],
])('a connection whose access expires %s needs care: %s', (_when, days, expected) => {
  const nowMs = Date.parse('2026-11-20T12:00:00.000Z');
  const credentialsExpireAt = new Date(nowMs + days * 86_400_000).toISOString();
  expect(needsCare({ status: 'CONNECTED', credentialsExpireAt }, nowMs)).toBe(expected);
});

it('a connection without an expiry needs care only while it carries no messages', () => {
  expect(needsCare({ status: 'CONNECTED' }, 0)).toBe(false);
  expect(needsCare({ status: 'DISCONNECTED', credentialsExpireAt: null }, 0)).toBe(true);
});
