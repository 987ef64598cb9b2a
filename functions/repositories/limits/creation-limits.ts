import { sha256 } from '../../platform/ids.ts';
import type { RateLimit } from '../../platform/table/updates.ts';
import { countWithin } from './rate-limits.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Maximum of entities of each kind that one user may create at once. After these, the user may create the same number
 * spread over a day. High enough for normal work: only a runaway program or a stolen sign-in session reaches it.
 */
export const CREATED_PER_DAY = {
  /** Five notes in each of 200 conversations, more than any user has in a day. */
  note: 1_000,
  /** As many as one spreadsheet of contacts may contain. */
  tag: 200,
  /** A team's complete collection, typed in on one day. Private ones count too, because each can be shared later. */
  quickMessage: 200,
  /** One for each product of a catalogue. */
  fileList: 200,
  /** Five reminders for each of 200 customers. */
  schedule: 1_000,
} as const;
export type Created = keyof typeof CREATED_PER_DAY;

export const creationRate = (created: Created): RateLimit => ({
  limit: CREATED_PER_DAY[created],
  windowMs: DAY_MS,
});
/** Returns the key of the row that counts a user's creations. */
export const creationKey = (created: Created, user: { companyId: number; userId: number }) => ({
  kind: `create-${created}`,
  subject: sha256(`${user.companyId}\n${user.userId}`),
});

/**
 * Counts an entity that a user is about to create: one additional row, two writes, regardless of existing entities.
 * @throws AppError ERR_CREATION_LIMIT, with the seconds after which the next one may be created
 */
export const countCreation = (
  created: Created,
  user: { companyId: number; userId: number },
  nowMs: number,
): Promise<void> =>
  countWithin(creationKey(created, user), creationRate(created), nowMs, 'ERR_CREATION_LIMIT');
