import type { MessageView } from '@prosa/shared/contracts/messages.ts';

export interface UnreadLine {
  /** The message below the line; null while it is not loaded, or when nothing was unread. */
  firstUnreadId: string | null;
  /** Number of unread messages before all loaded ones. */
  above: number;
}

/**
 * Returns the position of the unread line: above the oldest of the contact's last `unread` messages.
 * @param messages the loaded messages, oldest first
 * @param newest sort key of the last message when the conversation was opened; later ones are not counted
 * @param hasOlder whether older messages exist beyond the loaded ones
 */
export const unreadLine = (
  messages: readonly MessageView[],
  unread: number,
  newest: string,
  hasOlder: boolean,
): UnreadLine => {
  if (unread <= 0) return { firstUnreadId: null, above: 0 };
  const theirs = messages.filter(
    ({ fromMe, isPrivate, sortKey }) => !fromMe && !isPrivate && sortKey <= newest,
  );
  const first = theirs.at(-unread) ?? (hasOlder ? undefined : theirs[0]);
  return first === undefined
    ? { firstUnreadId: null, above: hasOlder ? unread - theirs.length : 0 }
    : { firstUnreadId: first.id, above: 0 };
};
