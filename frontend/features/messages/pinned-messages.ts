import type { MessageView } from '@prosa/shared/contracts/messages.ts';

/** Whether a message is pinned in its chat at a time, in epoch milliseconds. */
export const isPinned = (
  { pinnedUntil, isDeleted }: Pick<MessageView, 'pinnedUntil' | 'isDeleted'>,
  nowMs: number,
): boolean => pinnedUntil !== null && !isDeleted && Date.parse(pinnedUntil) > nowMs;
