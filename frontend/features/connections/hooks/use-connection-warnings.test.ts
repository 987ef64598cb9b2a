import { CONNECTION_STATUSES } from '@prosa/shared/entities/connection.ts';
import { expect, it } from 'vitest';
import { isTroubled } from './use-connection-warnings.ts';

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
