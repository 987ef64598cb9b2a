import { AppError } from '@prosa/shared/errors.ts';
import type { KeyRing } from '../secrets.ts';
import { tenantSealer } from '../tenant-sealer.ts';

/** A cursor's length tells a position's only in steps of this many bytes. */
const PADDING_BYTES = 128;
const PAD = '\0';

const padded = (position: string): string => {
  const excess = Buffer.byteLength(position) % PADDING_BYTES;
  return excess === 0 ? position : position + PAD.repeat(PADDING_BYTES - excess);
};

/**
 * A position as an opaque cursor. Positions are made of what orders the rows, a name or a number among them, and may be
 * of rows that the caller does not see: they are encrypted, and good for one company and query alone (S-23, S-58).
 * @param keys the ring of signing keys: a cursor outlives the replacement of its key as long as the ring keeps it
 * @param query who asks, the listing and its filters
 */
export const sealCursor = (keys: KeyRing, companyId: number, query: string, position: string): string =>
  tenantSealer(keys, companyId, 'cursor').seal(query, padded(position));

/**
 * The position in a cursor that was sealed for the same company and query.
 * @throws AppError ERR_CURSOR_INVALID
 */
export const openCursor = (keys: KeyRing, companyId: number, query: string, cursor: string): string => {
  try {
    return tenantSealer(keys, companyId, 'cursor').open(query, cursor).replaceAll(PAD, '');
  } catch (cause) {
    throw new AppError('ERR_CURSOR_INVALID', { cause });
  }
};
