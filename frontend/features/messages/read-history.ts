import { type MessageView, messageRoutes } from '@prosa/shared/contracts/messages.ts';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { call } from '../../lib/api/api-client.ts';

/** Limits printing to a hundred thousand messages. */
const MAX_PAGES = 5_000;

export interface HistoryPage {
  ticket: TicketView;
  /** Oldest first. */
  messages: MessageView[];
}

/** Yields all messages of a conversation, from the newest page to the oldest, without marking them as read. */
export async function* readHistory(uuid: string, signal: AbortSignal): AsyncGenerator<HistoryPage> {
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer: Awaited<ReturnType<typeof readPage>> = await readPage(uuid, cursor, signal);
    yield answer;
    if (!answer.hasMore || answer.cursor === null) return;
    cursor = answer.cursor;
  }
}

const readPage = (uuid: string, cursor: string | null, signal: AbortSignal) =>
  call(messageRoutes.list, {
    params: { ticketUuid: uuid },
    query: { markRead: false, ...(cursor === null ? {} : { cursor }) },
    signal,
  });
