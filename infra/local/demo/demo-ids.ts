import { createHash } from 'node:crypto';
import type { Ids } from '@prosa/functions/platform/ids.ts';

/**
 * Creates a deterministic id generator: seeding again after an interruption overwrites the same rows and creates no
 * duplicates.
 */
export const createDemoIds = (): Ids & { number(below: number): number } => {
  let count = 0;
  const digest = (): Buffer => createHash('sha256').update(`demo ${++count}`).digest();
  return {
    uuid: () => {
      const hex = digest().toString('hex');
      return [
        hex.slice(0, 8),
        hex.slice(8, 12),
        `4${hex.slice(13, 16)}`,
        `a${hex.slice(17, 20)}`,
        hex.slice(20, 32),
      ].join('-');
    },
    sortable: (epochMs) => `${epochMs.toString(32).padStart(10, '0')}${String(++count).padStart(10, '0')}`,
    token: (bytes) => digest().subarray(0, bytes).toString('base64url'),
    number: (below) => digest().readUInt32BE(0) % below,
  };
};
