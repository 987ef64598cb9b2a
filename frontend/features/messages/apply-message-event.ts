import { type MessageView, messageRoutes } from '@prosa/shared/contracts/messages.ts';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';
import type { EventData } from '@prosa/shared/events/catalogue.ts';
import { canSeeHistory, type Viewer } from '@prosa/shared/rules/ticket-visibility.ts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

export type MessagePage = ResponseOf<typeof messageRoutes.list>;
/** Newest page first; within a page, oldest message first. */
export type MessagePages = InfiniteData<MessagePage, string | null>;

/** Returns `<contactId>.<connectionId>` of a message: its conversation. */
const conversationOf = (message: MessageView): string => message.id.split('.', 2).join('.');
const conversationOfPage = (page: MessagePage): string =>
  `${page.ticket.contactId}.${page.ticket.whatsappId ?? 0}`;

const replaceIn = (data: MessagePages, message: MessageView): MessagePages | null => {
  for (const [pageIndex, page] of data.pages.entries()) {
    const at = page.messages.findIndex(({ id }) => id === message.id);
    if (at < 0) continue;
    // A slow response must not undo a newer event.
    if ((page.messages[at]?.version ?? 0) >= message.version) return data;
    const pages = data.pages.with(pageIndex, { ...page, messages: page.messages.with(at, message) });
    return { ...data, pages };
  }
  return null;
};

/** Whether a message belongs to the messages that the user reads in a ticket's conversation. */
type IsPart = (message: MessageView, ticket: MessagePage['ticket']) => boolean;
const isOfTicket: IsPart = (message, ticket) => message.ticketId === ticket.id;

/**
 * Replaces a message, or inserts a new one by its sort key if it belongs to the conversation. A message older or
 * newer than all loaded pages is skipped, because its own page will contain it.
 */
export const putMessage = (
  data: MessagePages,
  message: MessageView,
  isPart: IsPart = isOfTicket,
): MessagePages => {
  const replaced = replaceIn(data, message);
  if (replaced !== null) return replaced;
  if (!data.pages.some(({ ticket }) => isPart(message, ticket))) return data;
  const [newest] = data.pages;
  if (newest?.hasNewer === true && message.sortKey > (newest.messages.at(-1)?.sortKey ?? '')) return data;
  const at = data.pages.findIndex((page) => (page.messages[0]?.sortKey ?? '') < message.sortKey);
  const last = data.pages.length - 1;
  const pageIndex = at === -1 ? last : at;
  const page = data.pages[pageIndex];
  if (page === undefined || (at === -1 && page.hasMore)) return data;
  const before = page.messages.findIndex(({ sortKey }) => sortKey > message.sortKey);
  const messages = before === -1 ? [...page.messages, message] : page.messages.toSpliced(before, 0, message);
  return { ...data, pages: data.pages.with(pageIndex, { ...page, messages, count: messages.length }) };
};

export const removeMessage = (data: MessagePages, id: string): MessagePages => {
  const pageIndex = data.pages.findIndex((page) => page.messages.some((message) => message.id === id));
  const page = data.pages[pageIndex];
  if (page === undefined) return data;
  const messages = page.messages.filter((message) => message.id !== id);
  return { ...data, pages: data.pages.with(pageIndex, { ...page, messages, count: messages.length }) };
};

const changeConversation = (
  client: QueryClient,
  message: MessageView,
  change: (data: MessagePages) => MessagePages,
): void => {
  for (const [key, data] of client.getQueriesData<MessagePages>({ queryKey: [messageRoutes.list.id] })) {
    const page = data?.pages[0];
    if (data === undefined || page === undefined) continue;
    if (conversationOfPage(page) !== conversationOf(message)) continue;
    const next = change(data);
    // Only on a change, because setting data turns a query's error into a success.
    if (next !== data) client.setQueryData(key, next);
  }
};

/** Updates the messages in every cached conversation; new messages are added to the conversation of their ticket. */
export const putMessages = (
  client: QueryClient,
  messages: readonly MessageView[],
  isPart: IsPart = isOfTicket,
): void => {
  for (const message of messages) {
    changeConversation(client, message, (data) => putMessage(data, message, isPart));
  }
};

/**
 * Applies a live message event with the same result as a refetch. The user may read a message of one ticket without
 * reading it in the conversation of another. An event that is only a `reference` is left to the caller to fetch.
 */
export const applyMessageEvent = (
  client: QueryClient,
  event: EventData<'appMessage'>,
  viewer: Viewer,
): void => {
  if (event.action === 'reference') return;
  const { message } = event;
  if (event.action === 'delete')
    changeConversation(client, message, (data) => removeMessage(data, message.id));
  else putMessages(client, [message], (part, ticket) => canSeeHistory(part, ticket, viewer));
};
