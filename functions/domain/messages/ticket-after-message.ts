import type { Message } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { messagePreview } from './message-preview.ts';

/**
 * The ticket after a change of one of its messages: its preview follows where it shows that message. undefined where
 * nothing of the ticket changes.
 */
export const ticketAfterChange = <T extends Ticket>(
  ticket: T,
  before: Message,
  after: Message,
): T | undefined => {
  const shown = messagePreview(before);
  const isShown = ticket.lastMessageAt === before.sentAt && ticket.lastMessage === shown;
  return isShown && messagePreview(after) !== shown
    ? { ...ticket, lastMessage: messagePreview(after) }
    : undefined;
};

/** The later of two instants. */
export const later = (a: string, b: string): string => (a > b ? a : b);

/**
 * What a stored message changes on its ticket: the preview unless a newer one stands there, the order of lists, whose
 * the last word is, and the unread count. An answer from our side reads everything before it.
 */
export const ticketAfterMessage = <T extends Ticket>(ticket: T, message: Message): T => {
  const isNewest = ticket.lastMessageAt === null || message.sentAt >= ticket.lastMessageAt;
  return {
    ...ticket,
    ...(isNewest
      ? { lastMessage: messagePreview(message), lastMessageAt: message.sentAt, fromMe: message.fromMe }
      : {}),
    activityAt: later(ticket.activityAt, message.sentAt),
    unreadMessages: message.fromMe ? (isNewest ? 0 : ticket.unreadMessages) : ticket.unreadMessages + 1,
    // The inactivity notice is armed again by a word of the contact.
    sendInactiveMessage: message.fromMe ? ticket.sendInactiveMessage : false,
  };
};

/** What the system said by itself changes the same, but nobody has read what stands before it. */
export const ticketAfterAnswer = <T extends Ticket>(ticket: T, message: Message): T => ({
  ...ticketAfterMessage(ticket, message),
  unreadMessages: ticket.unreadMessages,
});

/**
 * What a rule answered to a customer: while nobody has read the customer's words the lists go on showing these, which are what
 * somebody is to answer.
 */
export const ticketAfterRule = <T extends Ticket>(ticket: T, message: Message): T => {
  const after = ticketAfterAnswer(ticket, message);
  const { lastMessage, lastMessageAt, unreadMessages } = ticket;
  return unreadMessages === 0 ? after : { ...after, lastMessage, lastMessageAt };
};
