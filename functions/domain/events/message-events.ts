import { canSeeHistory, canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { maskContact } from '../presenters/mask-number.ts';
import { presentMessage } from '../presenters/present-message.ts';
import { presentTicket } from '../presenters/present-ticket.ts';
import type {
  Change,
  Delivery,
  EventContext,
  Listener,
  MessageRow,
  Recipient,
  TicketRow,
} from './context.ts';
import { NOTIFICATION_ROOM, parseChatRoom } from './rooms.ts';

/**
 * Whether a browser shows this message: it has a conversation of the same contact and connection open, by a ticket
 * that its person may see now, and the message is part of the history the person reads there.
 */
const showsMessage = (
  message: MessageRow,
  listener: Listener,
  { viewer }: Recipient,
  tickets: ReadonlyMap<number, TicketRow>,
): boolean =>
  listener.rooms.some((name) => {
    const room = parseChatRoom(name);
    if (room?.contactId !== message.contactId || room.connectionId !== message.connectionId) return false;
    const ticket = tickets.get(room.ticketId);
    return ticket !== undefined && canSeeTicket(ticket, viewer) && canSeeHistory(message, ticket, viewer);
  });

/**
 * What a changed message tells whom: whoever has the conversation open, and whoever wants notifications and may see
 * the ticket. A new message brings its ticket along for those who may see it.
 */
export const messageEvents = ({ before, after }: Change<MessageRow>, context: EventContext): Delivery[] => {
  const { companyId, names, tickets } = context;
  if (before?.version === after?.version) return [];
  // A removed message counts as newer than its last state.
  const message = after ?? (before === undefined ? undefined : { ...before, version: before.version + 1 });
  if (message === undefined) return [];
  const ticket = tickets.get(message.ticketId);

  const deliveryFor = (
    readers: readonly Recipient[],
    seesTicket: boolean,
    maskNumbers: boolean,
  ): Delivery => {
    const contact = ticket?.contact ?? { name: '', number: '' };
    const contactName = (maskNumbers ? maskContact(contact) : contact).name;
    const view = presentMessage(message, names, contactName, context.link);
    const byId = new Map(readers.map((recipient) => [recipient.viewer.id, recipient]));
    return {
      event: {
        name: 'appMessage',
        companyId,
        data:
          before === undefined
            ? {
                action: 'create',
                message: view,
                ticket:
                  ticket !== undefined && seesTicket ? presentTicket(ticket, names, { maskNumbers }) : null,
              }
            : { action: after === undefined ? 'delete' : 'update', message: view },
      },
      hears: (listener) => {
        const recipient = byId.get(listener.userId);
        if (recipient === undefined) return false;
        if (seesTicket && listener.rooms.includes(NOTIFICATION_ROOM)) return true;
        return showsMessage(message, listener, recipient, tickets);
      },
    };
  };

  return [true, false].flatMap((seesTicket) =>
    [false, true].flatMap((masksNumbers) => {
      const readers = context.recipients.filter(
        (recipient) =>
          recipient.masksNumbers === masksNumbers &&
          (ticket !== undefined && canSeeTicket(ticket, recipient.viewer)) === seesTicket,
      );
      return readers.length === 0 ? [] : [deliveryFor(readers, seesTicket, masksNumbers)];
    }),
  );
};
