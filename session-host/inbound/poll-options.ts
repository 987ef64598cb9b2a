import { createHash } from 'node:crypto';

const digest = (text: string): string => createHash('sha256').update(text).digest('base64');

/**
 * Returns the chosen options of a vote. WhatsApp names an option by the SHA-256 of its text; options that the poll does
 * not have are left out.
 */
export const chosenOptions = (chosen: readonly Uint8Array[], options: readonly string[]): string[] => {
  const digests = new Set(chosen.map((hash) => Buffer.from(hash).toString('base64')));
  return [...new Set(options.filter((option) => digests.has(digest(option))))];
};
