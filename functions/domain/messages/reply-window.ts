import type { Capabilities } from '../../channels/channel.ts';

/**
 * Whether a contact may be answered now: where a channel has a window, only so long after the contact's own last word.
 * @param heardAt when the contact last wrote, an ISO instant; null where they never did
 */
export const isReplyWindowOpen = (
  { replyWindowMs }: Pick<Capabilities, 'replyWindowMs'>,
  heardAt: string | null,
  nowMs: number,
): boolean => replyWindowMs === null || (heardAt !== null && nowMs - Date.parse(heardAt) < replyWindowMs);
