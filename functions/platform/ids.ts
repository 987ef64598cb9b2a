import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** Identifiers and randomness, as a port. */
export interface Ids {
  uuid(): string;
  /** Sorts by time, then by order of creation in this process: 10 + 10 characters of base 32. */
  sortable(epochMs: number): string;
  /** URL-safe secret of `bytes` random bytes. */
  token(bytes: number): string;
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_CHARS = 10;
const RANDOM_CHARS = 10;

/** Encodes a number in base 32 (5 bits per character), as in sortable ids; only the last `chars` characters. */
export const toBase32 = (value: bigint, chars: number): string =>
  Array.from({ length: chars }, (_none, index) =>
    ALPHABET.charAt(Number((value >> (5n * BigInt(chars - 1 - index))) & 31n)),
  ).join('');

/** Returns the number that {@link toBase32} encoded. */
export const fromBase32 = (text: string): bigint =>
  [...text].reduce((value, char) => value * 32n + BigInt(ALPHABET.indexOf(char)), 0n);

/** Returns the time part of a sortable id. */
export const encodeTime = (epochMs: number): string => toBase32(BigInt(epochMs), TIME_CHARS);

/** Returns the creation time of a sortable id (ISO). */
export const timeOfId = (id: string): string =>
  new Date(Number(fromBase32(id.slice(0, TIME_CHARS)))).toISOString();

/** Returns a random 64-bit number: more bits than the 50 of a sortable id's random part. */
const randomNumber = (): bigint => randomBytes(8).readBigUInt64BE();

/** Returns an id generator on the system's random source. `sortable` never goes backwards within a process. */
export const createSystemIds = (): Ids => {
  let lastMs = 0;
  let lastRandom = randomNumber();
  return {
    uuid: () => randomUUID(),
    token: (bytes) => randomBytes(bytes).toString('base64url'),
    sortable: (epochMs) => {
      if (epochMs > lastMs) {
        lastMs = epochMs;
        lastRandom = randomNumber();
      } else {
        lastRandom += 1n;
      }
      return encodeTime(lastMs) + toBase32(lastRandom, RANDOM_CHARS);
    },
  };
};

export const systemIds: Ids = createSystemIds();

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/**
 * Returns the SHA-256 of a text in base64url, 43 characters: a key or id for a text from outside the system. JSON
 * keeps lone surrogates apart, which have one and the same form in UTF-8.
 */
export const hashedText = (text: string): string =>
  createHash('sha256').update(JSON.stringify(text)).digest('base64url');

/**
 * Returns a number below `count` that is always the same for a text. Texts are spread evenly, however similar they
 * are.
 */
export const shardOf = (text: string, count: number): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) % count;
