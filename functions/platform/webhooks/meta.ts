import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@prosa/shared/errors.ts';
import { metaSecrets } from '../secrets.ts';
import type { Proof } from './providers.ts';

const SIGNATURE = /^sha256=([0-9a-f]{64})$/;

/** Whether Meta signed exactly these bytes: HMAC-SHA256 under the app's secret, compared in constant time (S-50). */
const isSigned = (appSecret: string, raw: Uint8Array, header: string | undefined): boolean => {
  const given = header === undefined ? undefined : SIGNATURE.exec(header)?.[1];
  if (given === undefined) return false;
  return timingSafeEqual(Buffer.from(given, 'hex'), createHmac('sha256', appSecret).update(raw).digest());
};

/** Compares two secrets in constant time. */
const isSameSecret = (expected: string, given: unknown): boolean => {
  if (typeof given !== 'string') return false;
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
};

/**
 * Authenticates Meta, which sends the verify token when it subscribes, and signs every delivery.
 * @throws AppError ERR_NO_PERMISSION for a wrong token, ERR_UNAUTHENTICATED for a wrong signature
 */
export const proveMeta = async ({ method, request, query }: Proof): Promise<void> => {
  const { appSecret, verifyToken } = await metaSecrets();
  if (method === 'GET') {
    if (query['hub.mode'] !== 'subscribe' || !isSameSecret(verifyToken, query['hub.verify_token']))
      throw new AppError('ERR_NO_PERMISSION');
  } else if (!isSigned(appSecret, request.rawBody, request.headers['x-hub-signature-256'])) {
    throw new AppError('ERR_UNAUTHENTICATED');
  }
};
