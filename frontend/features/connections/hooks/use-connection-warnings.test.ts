import { CONNECTION_STATUSES } from '@prosa/shared/entities/connection.ts';
import { expect, it } from 'vitest';
import { isTroubled } from './use-connection-warnings.ts';

it('a connection is warned of in every status but that of being connected', () => {
  expect(CONNECTION_STATUSES.filter(isTroubled).toSorted()).toEqual([
    'DISCONNECTED',
    'OPENING',
    'PAIRING',
    'PASSKEY_REQUIRED',
    'TIMEOUT',
    'qrcode',
  ]);
});
