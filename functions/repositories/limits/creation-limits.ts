import { sha256 } from '../../platform/ids.ts';
import type { RateLimit } from '../../platform/table/updates.ts';
import { countWithin } from './rate-limits.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * How many of each thing one user may make at once; after these, the same number spread over a day. High enough for honest
 * work, so that only a program that makes them without end, or a stolen session, meets them.
 */
export const CREATED_PER_DAY = {
  /** Five notes in each of 200 conversations, more than anybody has in a day. */
  note: 1_000,
  /** As many as one spreadsheet of contacts may bring. */
  tag: 200,
  /** The whole collection of a team, typed in on one day. Those kept alone count too: each can be shared later. */
  quickMessage: 200,
  /** Five reminders for each of 200 customers. */
  schedule: 1_000,
} as const;
export type Created = keyof typeof CREATED_PER_DAY;

export const creationRate = (created: Created): RateLimit => ({
  limit: CREATED_PER_DAY[created],
  windowMs: DAY_MS,
});
/** Names the row that counts what a user makes. */
export const creationKey = (created: Created, user: { companyId: number; userId: number }) => ({
  kind: `create-${created}`,
  subject: sha256(`${user.companyId}\n${user.userId}`),
});

/**
 * Counts a thing that a user is about to make: one row beside it, two writes, whatever there is already.
 * @throws AppError ERR_CREATION_LIMIT, with the seconds after which the next one may be made
 */
export const countCreation = (
  created: Created,
  user: { companyId: number; userId: number },
  nowMs: number,
): Promise<void> =>
  countWithin(creationKey(created, user), creationRate(created), nowMs, 'ERR_CREATION_LIMIT');
