import { createHmac, timingSafeEqual } from 'node:crypto';
import { mediaKey } from '../secrets.ts';

/**
 * Links live between five and ten minutes (S-40). The expiry is rounded, so that links repeat and browsers can cache
 * the file.
 */
const STEP_MS = 5 * 60 * 1000;
/** The shortest lifetime of a new link. */
export const LINK_MIN_TTL_S = STEP_MS / 1000;
/** An object of a company, as `storedKey` names it. */
const STORED_KEY = /^t\/[1-9]\d*\/[\w-]+$/;

const signature = (secret: Uint8Array, key: string, expires: number): string =>
  createHmac('sha256', secret).update(`${key}?e=${expires}`).digest('base64url');

/** Makes a link to a stored file from its key. */
export type MediaLinker = (key: string) => string;

/**
 * Returns a function that makes links: `/media/<key>?e=<epoch seconds>&s=<signature of key and expiry>`. A link opens
 * only its own object, until it expires.
 */
export const mediaLinker = async (nowMs: number): Promise<MediaLinker> => {
  const expires = ((Math.floor(nowMs / STEP_MS) + 2) * STEP_MS) / 1000;
  const secret = await mediaKey();
  return (key) => `/media/${key}?e=${expires}&s=${signature(secret, key, expires)}`;
};

const noPicture: MediaLinker = () => {
  throw new Error('nobody here has a picture');
};

/** Returns a function that makes links to users' pictures. Fetches the signing key only if a user has a picture. */
export const pictureLinker = async (
  people: readonly { profileImage: string }[],
  nowMs: number,
): Promise<MediaLinker> =>
  people.some(({ profileImage }) => profileImage !== '') ? mediaLinker(nowMs) : noPicture;

/** Whether a link to a key is genuine and not expired. The local equivalent of the check in CloudFront's function. */
export const isValidMediaLink = (
  secret: Uint8Array,
  key: string,
  expires: string,
  given: string,
  nowMs: number,
): boolean => {
  if (!STORED_KEY.test(key) || !/^\d{10}$/.test(expires) || Number(expires) * 1000 <= nowMs) return false;
  const expected = Buffer.from(signature(secret, key, Number(expires)));
  const actual = Buffer.from(given);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
};
