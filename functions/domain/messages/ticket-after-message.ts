import type { Message } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { messagePreview } from './message-preview.ts';

/**
 * Returns the ticket after a change of one of its messages: the preview is updated if it shows that message.
 * undefined if the ticket does not change.
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

/** Returns the later of two instants. */
export const later = (a: string, b: string): string => (a > b ? a : b);

/** Whether a message of an attendant answers a customer; not in a conversation that an attendant began. */
const isResponse = ({ isActiveDemand }: Ticket, { fromMe, userId }: Message): boolean =>
  fromMe && userId !== null && !isActiveDemand;

/**
 * Returns the ticket after a stored message: the preview (unless it shows a newer message), the order in lists, the
 * side of the last message, and the unread count. A message from our side marks everything before it as read.
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
    respondedAt: ticket.respondedAt ?? (isResponse(ticket, message) ? message.sentAt : null),
    // A message of the contact allows a new inactivity notice.
    sendInactiveMessage: message.fromMe ? ticket.sendInactiveMessage : false,
  };
};

/** Returns the ticket after the greeting that is sent in an attendant's name, which does not count as a response. */
export const ticketAfterGreeting = <T extends Ticket>(ticket: T, message: Message): T => ({
  ...ticketAfterMessage(ticket, message),
  respondedAt: ticket.respondedAt,
});

/** Returns a closed ticket after a message of thanks: the preview changes, the unread count and list order do not. */
export const ticketAfterThanks = <T extends Ticket>(ticket: T, message: Message): T => {
  const { activityAt, unreadMessages } = ticket;
  return { ...ticketAfterMessage(ticket, message), activityAt, unreadMessages };
};

/** Returns the ticket after an automatic message: like any own message, but earlier messages stay unread. */
export const ticketAfterAnswer = <T extends Ticket>(ticket: T, message: Message): T => ({
  ...ticketAfterMessage(ticket, message),
  unreadMessages: ticket.unreadMessages,
});

/**
 * Returns the ticket after the automatic answer to a customer. While the customer's messages are unread, the preview
 * keeps showing them, because they are what an attendant has to answer.
 */
export const ticketAfterRule = <T extends Ticket>(ticket: T, message: Message): T => {
  const after = ticketAfterAnswer(ticket, message);
  const { lastMessage, lastMessageAt, unreadMessages } = ticket;
  return unreadMessages === 0 ? after : { ...after, lastMessage, lastMessageAt };
};
