import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@prosa/shared/errors.ts';

/** Cursors are opaque: base64url of a position, and a MAC over position, company and query (S-23). */
export const sealCursor = (key: Uint8Array, companyId: number, query: string, position: string): string => {
  const mac = createHmac('sha256', key).update(`${companyId}\n${query}\n${position}`).digest('base64url');
  return `${Buffer.from(position).toString('base64url')}.${mac}`;
};

/**
 * The position in a cursor that was sealed for the same company and query, letter by letter: the last letter of a
 * base64url text has bits that decoding ignores.
 * @throws AppError ERR_CURSOR_INVALID
 */
export const openCursor = (key: Uint8Array, companyId: number, query: string, cursor: string): string => {
  const position = Buffer.from(cursor.split('.', 1)[0] ?? '', 'base64url').toString();
  const given = Buffer.from(cursor);
  const expected = Buffer.from(sealCursor(key, companyId, query, position));
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new AppError('ERR_CURSOR_INVALID');
  return position;
};
