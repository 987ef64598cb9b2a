import { AppError } from '@prosa/shared/errors.ts';
import type { KeyRing } from '../secrets.ts';
import { tenantSealer } from '../tenant-sealer.ts';

/** A cursor's length reveals the length of its position only in steps of this many bytes. */
const PADDING_BYTES = 128;
const PAD = '\0';

const padded = (position: string): string => {
  const excess = Buffer.byteLength(position) % PADDING_BYTES;
  return excess === 0 ? position : position + PAD.repeat(PADDING_BYTES - excess);
};

/**
 * Returns a position as an opaque cursor. Positions consist of the sort key of rows, including names and numbers,
 * possibly of rows that the caller may not see. So they are encrypted, and valid for one company and query only
 * (S-23, S-58).
 * @param keys the ring of signing keys; a cursor stays valid after a key rotation as long as the ring holds its key
 * @param query identifies the caller, the listing and its filters
 */
export const sealCursor = (keys: KeyRing, companyId: number, query: string, position: string): string =>
  tenantSealer(keys, companyId, 'cursor').seal(query, padded(position));

/**
 * Returns the position in a cursor made for the same company and query.
 * @throws AppError ERR_CURSOR_INVALID
 */
export const openCursor = (keys: KeyRing, companyId: number, query: string, cursor: string): string => {
  try {
    return tenantSealer(keys, companyId, 'cursor').open(query, cursor).replaceAll(PAD, '');
  } catch (cause) {
    throw new AppError('ERR_CURSOR_INVALID', { cause });
  }
};
