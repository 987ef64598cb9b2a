import type { Ticket } from '@prosa/shared/entities/ticket.ts';

export type ImportedFacts = Pick<
  Ticket,
  'imported' | 'status' | 'unreadMessages' | 'userId' | 'lastMessageAt'
>;

/**
 * Whether a ticket contains only old messages: an import created it, and since then nobody wrote on it or took it. It
 * does not count as waiting, and may be closed without being read.
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

/** Returns a ticket without the fields that its own import changes while it runs. */
const withoutLast = ({
  lastMessage: _text,
  lastMessageAt: _at,
  fromMe: _fromMe,
  activityAt: _activity,
  ...rest
}: Ticket): unknown => ({ ...rest, version: 0, rowUpdatedAt: '' });

/** Whether a ticket was created or changed only by an import, so that no user's list is affected yet. */
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
