import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE = /^sha256=([0-9a-f]{64})$/;

/** Whether Meta signed exactly these bytes: HMAC-SHA256 under the app's secret, compared in constant time (S-50). */
export const isSignedByMeta = (appSecret: string, raw: Uint8Array, header: string | undefined): boolean => {
  const given = header === undefined ? undefined : SIGNATURE.exec(header)?.[1];
  if (given === undefined) return false;
  return timingSafeEqual(Buffer.from(given, 'hex'), createHmac('sha256', appSecret).update(raw).digest());
};

/** Whether two secrets are the same, in a time that tells nothing of where they differ. */
export const isSameSecret = (expected: string, given: string | undefined): boolean => {
  if (given === undefined) return false;
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
};
