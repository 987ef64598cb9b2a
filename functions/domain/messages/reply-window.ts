import type { Ticket } from '@prosa/shared/entities/ticket.ts';

/** Times in milliseconds after an event during which a contact may be answered with free text. */
export interface ReplyWindowPolicy {
  /** After the contact's own last message. */
  afterWordMs: number;
  /** After the contact came through an advertisement or a page's button; null if that makes no difference. */
  afterFreeEntryMs: number | null;
  /**
   * After the contact's own last message, for a user's message with the human-agent tag; null if the channel has no
   * such tag.
   */
  taggedMs: number | null;
}

/** The times that the windows of a conversation start from. */
export type ReplyFacts = Pick<Ticket, 'heardAt' | 'freeEntryAt'>;

export type Sender = 'person' | 'system';

/** `tagged`: only with the human-agent tag. */
export type ReplyWindow = 'open' | 'tagged' | 'closed';

const isWithin = (since: string | null, ms: number | null, nowMs: number): boolean =>
  since !== null && ms !== null && nowMs < Date.parse(since) + ms;

/**
 * Returns whether a contact may be answered now.
 * @param policy of the channel; null where a contact may always be answered
 */
export const replyWindow = (
  policy: ReplyWindowPolicy | null,
  { heardAt, freeEntryAt }: ReplyFacts,
  sender: Sender,
  nowMs: number,
): ReplyWindow => {
  if (policy === null) return 'open';
  const { afterWordMs, afterFreeEntryMs, taggedMs } = policy;
  if (isWithin(heardAt, afterWordMs, nowMs) || isWithin(freeEntryAt, afterFreeEntryMs, nowMs)) return 'open';
  return sender === 'person' && isWithin(heardAt, taggedMs, nowMs) ? 'tagged' : 'closed';
};
