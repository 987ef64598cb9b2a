import * as z from 'zod';

/** Times in milliseconds after an event during which a contact may be answered with free text. */
export const replyWindowPolicySchema = z.object({
  /** After the contact's own last message. */
  afterWordMs: z.int(),
  /** After the contact came through an advertisement or a page's button; null if that makes no difference. */
  afterFreeEntryMs: z.int().nullable(),
  /**
   * After the contact's own last message, for a user's message with the human-agent tag; null if the channel has no
   * such tag.
   */
  taggedMs: z.int().nullable(),
});
export type ReplyWindowPolicy = z.infer<typeof replyWindowPolicySchema>;

/** The times that the windows of a conversation start from; null if the contact never wrote, or came otherwise. */
export interface ReplyFacts {
  heardAt: string | null;
  freeEntryAt: string | null;
}

export type Sender = 'person' | 'system';

/** `tagged`: only with the human-agent tag. */
export type ReplyWindow = 'open' | 'tagged' | 'closed';

/** The ends of the windows in epoch milliseconds, exclusive; null for a window that never opened. */
export interface ReplyEnds {
  openMs: number | null;
  /** The last time at which the sender may write, with or without the tag. */
  lastMs: number | null;
}

const endOf = (since: string | null, ms: number | null): number | null =>
  since === null || ms === null ? null : Date.parse(since) + ms;

const latest = (...ends: readonly (number | null)[]): number | null => {
  const known = ends.filter((end) => end !== null);
  return known.length === 0 ? null : Math.max(...known);
};

/** Returns when the windows of a conversation end. */
export const replyEnds = (
  { afterWordMs, afterFreeEntryMs, taggedMs }: ReplyWindowPolicy,
  { heardAt, freeEntryAt }: ReplyFacts,
  sender: Sender,
): ReplyEnds => {
  const openMs = latest(endOf(heardAt, afterWordMs), endOf(freeEntryAt, afterFreeEntryMs));
  return { openMs, lastMs: sender === 'person' ? latest(openMs, endOf(heardAt, taggedMs)) : openMs };
};

/**
 * Returns whether a contact may be answered now.
 * @param policy of the channel; null where a contact may always be answered
 */
export const replyWindow = (
  policy: ReplyWindowPolicy | null,
  facts: ReplyFacts,
  sender: Sender,
  nowMs: number,
): ReplyWindow => {
  if (policy === null) return 'open';
  const { openMs, lastMs } = replyEnds(policy, facts, sender);
  if (openMs !== null && nowMs < openMs) return 'open';
  return lastMs !== null && nowMs < lastMs ? 'tagged' : 'closed';
};
