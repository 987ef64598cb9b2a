import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { PASSWORD_MAX_BYTES } from '@prosa/shared/entities/user.ts';

/** OWASP's second profile for Argon2id: 19 MiB, two passes, one lane; about 50 ms of one core (S-10). */
const CURRENT = { memoryKib: 19_456, passes: 2, lanes: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Maximum parameters that a stored hash may demand, whatever its origin. */
const MEMORY_MAX_KIB = 262_144;
const PASSES_MAX = 10;
const LANES_MAX = 4;

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

interface Parameters {
  memoryKib: number;
  passes: number;
  lanes: number;
}

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '');

const derive = (password: string, salt: Uint8Array, parameters: Parameters, bytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    argon2(
      'argon2id',
      {
        message: password,
        nonce: salt,
        memory: parameters.memoryKib,
        passes: parameters.passes,
        parallelism: parameters.lanes,
        tagLength: bytes,
      },
      (error, key) => {
        if (error === null) resolve(key);
        else reject(error);
      },
    );
  });

/** Whether a password is short enough to be hashed at all; a longer one is refused unhashed (S-11). */
export const isHashable = (password: string): boolean =>
  password.length <= PASSWORD_MAX_BYTES && Buffer.byteLength(password) <= PASSWORD_MAX_BYTES;

/**
 * Returns the PHC string of a password, with its own salt and the current parameters.
 * @throws RangeError over 128 bytes
 */
export const hashPassword = async (password: string): Promise<string> => {
  if (!isHashable(password)) throw new RangeError('password too long to hash');
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, CURRENT, HASH_BYTES);
  return `$argon2id$v=19$m=${CURRENT.memoryKib},t=${CURRENT.passes},p=${CURRENT.lanes}$${unpadded(salt)}$${unpadded(hash)}`;
};

const parse = (stored: string) => {
  const [, memory, passes, lanes, salt, hash] = PHC.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) return undefined;
  const parameters = { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) };
  if (
    parameters.memoryKib > MEMORY_MAX_KIB ||
    parameters.passes > PASSES_MAX ||
    parameters.lanes > LANES_MAX
  ) {
    return undefined;
  }
  return { parameters, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
};

const isWeaker = ({ memoryKib, passes }: Parameters): boolean =>
  memoryKib < CURRENT.memoryKib || passes < CURRENT.passes;

/** Hash to compare with the password of an unknown account, so that it takes as long as a known one (S-12). */
const DUMMY = {
  parameters: CURRENT,
  salt: Buffer.alloc(SALT_BYTES, 1),
  hash: Buffer.alloc(HASH_BYTES),
};

/**
 * Compares a password with a stored hash, using the parameters in the hash. Without a hash it does the same work and
 * returns no match. `isWeak`: the hash has weaker parameters than the current ones and should be replaced.
 */
export const verifyPassword = async (
  password: string,
  stored: string | undefined,
): Promise<{ isMatch: boolean; isWeak: boolean }> => {
  if (!isHashable(password)) return { isMatch: false, isWeak: false };
  const known = stored === undefined ? undefined : parse(stored);
  const { parameters, salt, hash } = known ?? DUMMY;
  const given = await derive(password, salt, parameters, hash.length);
  const isMatch = timingSafeEqual(given, hash) && known !== undefined;
  return { isMatch, isWeak: isMatch && isWeaker(parameters) };
};
