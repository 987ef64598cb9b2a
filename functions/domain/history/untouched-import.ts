import type { Ticket } from '@prosa/shared/entities/ticket.ts';

export type ImportedFacts = Pick<
  Ticket,
  'imported' | 'status' | 'unreadMessages' | 'userId' | 'lastMessageAt'
>;

/**
 * Whether a ticket is nothing but old messages: an import made it, and since then nothing was said on it and nobody has taken
 * it. It counts nowhere as somebody who waits, and may be closed unseen.
 */
export const isUntouchedImport = ({
  imported,
  status,
  unreadMessages,
  userId,
  lastMessageAt,
}: ImportedFacts): boolean =>
  imported !== null &&
  (lastMessageAt === null || lastMessageAt < imported) &&
  (status === 'pending' || status === 'group') &&
  unreadMessages === 0 &&
  userId === null;

/** What an import changes of a ticket of its own while it goes on. */
const withoutLast = ({
  lastMessage: _text,
  lastMessageAt: _at,
  fromMe: _fromMe,
  activityAt: _activity,
  ...rest
}: Ticket): unknown => ({ ...rest, version: 0, rowUpdatedAt: '' });

/** Whether a ticket came or changed by an import alone: nobody's list is about it yet. */
export const isImportStep = ({
  before,
  after,
  between,
}: {
  before: Ticket | undefined;
  after: Ticket | undefined;
  between: readonly Ticket[];
}): boolean => {
  if (after === undefined || !isUntouchedImport(after)) return false;
  const earlier = before === undefined ? between : [before, ...between];
  const shown = JSON.stringify(withoutLast(after));
  return earlier.every((ticket) => JSON.stringify(withoutLast(ticket)) === shown);
};
