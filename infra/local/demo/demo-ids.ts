import { createHash } from 'node:crypto';
import type { Ids } from '@prosa/functions/platform/ids.ts';

/**
 * Ids that come out the same every time, so that seeding again after an interruption writes the same rows again instead
 * of others beside them.
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
