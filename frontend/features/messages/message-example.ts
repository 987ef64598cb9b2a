import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { messageExample as example } from '@prosa/shared/events/messages.ts';

/** Returns a variant of the example message of events, for ticket 1. */
export const messageExample = (
  id: string,
  createdAt: string,
  change: Partial<MessageView> = {},
): MessageView => ({
  ...example,
  id,
  ticketId: 1,
  contactId: 1,
  contact: { id: 1, name: 'Maria', urlPicture: '' },
  ticket: { ...example.ticket, id: 1, queueId: null, queue: null },
  body: id,
  queueId: null,
  queue: null,
  createdAt,
  sortKey: id,
  ...change,
});
