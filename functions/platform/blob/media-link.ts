import { createHmac, timingSafeEqual } from 'node:crypto';
import { BUCKET_PREFIXES } from '@prosa/shared/resource-names.ts';
import type { CompanyId } from '../auth/company-id.ts';
import { mediaKey } from '../secrets.ts';

/** Links live between five and ten minutes (S-40): the expiry is rounded, so that a page of messages is signed once. */
const STEP_MS = 5 * 60 * 1000;
/** What every link has left when it is made. */
export const LINK_MIN_TTL_S = STEP_MS / 1000;

const signature = (key: Uint8Array, companyId: number, expires: number): string =>
  createHmac('sha256', key).update(`${BUCKET_PREFIXES.stored}${companyId}/${expires}`).digest('base64url');

export type MediaLinker = (key: string) => string;

let cached: { companyId: number; expires: number; query: string } | undefined;

/** Makes links to a company's files: `/media/<key>?e=<epoch seconds>&s=<signature>`. */
export const mediaLinker = async (companyId: CompanyId, nowMs: number): Promise<MediaLinker> => {
  const expires = ((Math.floor(nowMs / STEP_MS) + 2) * STEP_MS) / 1000;
  if (cached?.companyId !== companyId || cached.expires !== expires) {
    cached = {
      companyId,
      expires,
      query: `?e=${expires}&s=${signature(await mediaKey(), companyId, expires)}`,
    };
  }
  const { query } = cached;
  return (key) => `/media/${key}${query}`;
};

const noPicture: MediaLinker = () => {
  throw new Error('nobody here has a picture');
};

/** Makes links to the pictures of these people of a company; without a picture no key is fetched. */
export const pictureLinker = async (
  companyId: CompanyId,
  people: readonly { profileImage: string }[],
  nowMs: number,
): Promise<MediaLinker> =>
  people.some(({ profileImage }) => profileImage !== '') ? mediaLinker(companyId, nowMs) : noPicture;

/** Whether a link to a key is genuine and still lives. What CloudFront's function checks in AWS. */
export const isValidMediaLink = (
  secret: Uint8Array,
  key: string,
  expires: string,
  given: string,
  nowMs: number,
): boolean => {
  const companyId = /^t\/([1-9]\d*)\/[\w-]+$/.exec(key)?.[1];
  if (companyId === undefined || !/^\d{10}$/.test(expires) || Number(expires) * 1000 <= nowMs) return false;
  const expected = Buffer.from(signature(secret, Number(companyId), Number(expires)));
  const actual = Buffer.from(given);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
};
