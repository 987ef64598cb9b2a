import { createHmac, timingSafeEqual } from 'node:crypto';
import { mediaKey } from '../secrets.ts';

/** Links live between five and ten minutes (S-40): the expiry is rounded, so that a browser's copy of a file is found again. */
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
 * Makes links: `/media/<key>?e=<epoch seconds>&s=<signature of key and expiry>`. One opens its own object and no other, as
 * long as it lives.
 */
export const mediaLinker = async (nowMs: number): Promise<MediaLinker> => {
  const expires = ((Math.floor(nowMs / STEP_MS) + 2) * STEP_MS) / 1000;
  const secret = await mediaKey();
  return (key) => `/media/${key}?e=${expires}&s=${signature(secret, key, expires)}`;
};

const noPicture: MediaLinker = () => {
  throw new Error('nobody here has a picture');
};

/** Makes links to the pictures of these people; without a picture no key is fetched. */
export const pictureLinker = async (
  people: readonly { profileImage: string }[],
  nowMs: number,
): Promise<MediaLinker> =>
  people.some(({ profileImage }) => profileImage !== '') ? mediaLinker(nowMs) : noPicture;

/** Whether a link to a key is genuine and still lives. What CloudFront's function checks in AWS. */
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
