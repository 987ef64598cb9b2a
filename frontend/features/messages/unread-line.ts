import type { MessageView } from '@prosa/shared/contracts/messages.ts';

export interface UnreadLine {
  /** The message that the line stands above; null while it is not loaded, or nothing was unread. */
  firstUnreadId: string | null;
  /** Unread messages that lie before everything loaded. */
  above: number;
}

/**
 * Where the unread line stands: above the oldest of the contact's last `unread` messages.
 * @param messages what is loaded, oldest first
 * @param newest sort key of the last message when the conversation was opened: later ones are not counted
 * @param hasOlder whether more came before what is loaded
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
