import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** Identifiers and randomness, as a port. */
export interface Ids {
  uuid(): string;
  /** Sorts by time, then by order of making in this process: 10 + 10 characters of base 32. */
  sortable(epochMs: number): string;
  /** URL-safe secret of `bytes` random bytes. */
  token(bytes: number): string;
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RANDOM_CHARS = 10;

/** The part of a sortable id that is its time: 10 characters. */
export const encodeTime = (epochMs: number): string => {
  let rest = epochMs;
  let text = '';
  for (let i = 0; i < 10; i++) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
};

/** When a sortable id was made (ISO). */
export const timeOfId = (id: string): string => new Date(Number(fromBase32(id.slice(0, 10)))).toISOString();

/** A number in base 32, as sortable ids are written: `chars` characters, for values of five bits each. */
export const toBase32 = (value: bigint, chars: number): string =>
  Array.from({ length: chars }, (_none, index) =>
    ALPHABET.charAt(Number((value >> (5n * BigInt(chars - 1 - index))) & 31n)),
  ).join('');

/** The number that {@link toBase32} wrote. */
export const fromBase32 = (text: string): bigint =>
  [...text].reduce((value, char) => value * 32n + BigInt(ALPHABET.indexOf(char)), 0n);

const randomDigits = (): number[] => Array.from(randomBytes(RANDOM_CHARS), (byte) => byte & 31);

const increment = (digits: number[]): number[] => {
  const next = [...digits];
  for (let i = next.length - 1; i >= 0; i--) {
    const digit = next[i] ?? 0;
    if (digit < 31) {
      next[i] = digit + 1;
      return next;
    }
    next[i] = 0;
  }
  return next;
};

/** Ids from the system's random source; `sortable` never goes backwards within a process. */
export const createSystemIds = (): Ids => {
  let lastMs = 0;
  let lastDigits = randomDigits();
  return {
    uuid: () => randomUUID(),
    token: (bytes) => randomBytes(bytes).toString('base64url'),
    sortable: (epochMs) => {
      if (epochMs > lastMs) {
        lastMs = epochMs;
        lastDigits = randomDigits();
      } else {
        lastDigits = increment(lastDigits);
      }
      return encodeTime(lastMs) + lastDigits.map((digit) => ALPHABET.charAt(digit)).join('');
    },
  };
};

export const systemIds: Ids = createSystemIds();

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** A number below `count`, always the same for a text; texts spread evenly, however alike they are. */
export const shardOf = (text: string, count: number): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) % count;
