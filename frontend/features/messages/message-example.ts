import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { messageExample as example } from '@prosa/shared/events/messages.ts';

/** The example of events as one of many messages of ticket 1. */
export const messageExample = (
  id: string,
  createdAt: string,
  change: Partial<MessageView> = {},
): MessageView => ({
  ...example,
  id,
  ticketId: 1,
  contactId: 1,
  contact: { id: 1, name: 'Maria' },
  body: id,
  queueId: null,
  queue: null,
  createdAt,
  sortKey: id,
  ...change,
});
