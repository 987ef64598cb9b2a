import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@prosa/shared/errors.ts';

/** Cursors are opaque: base64url of a position, and a MAC over position, company and query (S-23). */
const mac = (key: Uint8Array, companyId: number, query: string, position: string): Buffer =>
  createHmac('sha256', key).update(`${companyId}\n${query}\n${position}`).digest();

export const sealCursor = (key: Uint8Array, companyId: number, query: string, position: string): string =>
  `${Buffer.from(position).toString('base64url')}.${mac(key, companyId, query, position).toString('base64url')}`;

/**
 * The position in a cursor that was sealed for the same company and query.
 * @throws AppError ERR_CURSOR_INVALID
 */
export const openCursor = (key: Uint8Array, companyId: number, query: string, cursor: string): string => {
  const [encoded, signature, ...rest] = cursor.split('.');
  if (encoded === undefined || signature === undefined || rest.length > 0)
    throw new AppError('ERR_CURSOR_INVALID');
  const position = Buffer.from(encoded, 'base64url').toString();
  const expected = mac(key, companyId, query, position);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new AppError('ERR_CURSOR_INVALID');
  return position;
};
