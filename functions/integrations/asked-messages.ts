import type { Table } from '../platform/table/table.ts';
import { loadMessages, type MessageRow } from '../repositories/tickets/messages.ts';

/** Waits for files that are not stored yet: the question comes when the message does, 15 s at most. */
const STORED_AFTER_MS = [500, 1_000, 2_000, 3_000, 4_000, 4_000];

/**
 * Returns the messages of a question, the oldest first, without what the customer took back; with their files as soon
 * as these are stored.
 * @param needsFile whether the file of a message is needed for the question
 */
export const askedMessages = async (
  table: Table,
  { ticketId, messageIds }: { ticketId: number; messageIds: readonly string[] },
  { pause }: { pause: (ms: number) => Promise<unknown> },
  needsFile: (message: MessageRow) => boolean,
): Promise<MessageRow[]> => {
  const isFetching = (message: MessageRow): boolean =>
    message.media?.state === 'fetching' && !message.isDeleted && needsFile(message);
  let messages = await loadMessages(table, messageIds);
  for (const pauseMs of STORED_AFTER_MS) {
    if (!messages.some(isFetching)) break;
    await pause(pauseMs);
    messages = await loadMessages(table, messageIds);
  }
  return messages
    .filter((message) => message.ticketId === ticketId && !message.isDeleted)
    .toSorted((one, other) => (one.sortKey < other.sortKey ? -1 : 1));
};
