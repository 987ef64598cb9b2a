import { ticketContactSchema } from '@prosa/shared/entities/ticket.ts';
import type { EventData } from '@prosa/shared/events/catalogue.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { presentMessage } from '../presenters/present-message.ts';
import { presentTicket } from '../presenters/present-ticket.ts';
import { deliver } from './audience.ts';
import type { Change, Delivery, EventContext, MessageRow, Recipient, TicketRow } from './context.ts';

/** Placeholder ticket for a contact without tickets. */
const NOBODYS: Pick<TicketRow, 'contact' | 'unreadMessages'> = {
  contact: ticketContactSchema.parse({ id: 1, name: '', number: '' }),
  unreadMessages: 0,
};

/**
 * Returns the events of a changed message for the recipients: users with the conversation open, and users who get
 * notifications and may see the ticket. The event of a new message contains its ticket for users who may see it.
 */
export const messageEvents = ({ before, after }: Change<MessageRow>, context: EventContext): Delivery[] => {
  const { companyId, names, tickets } = context;
  if (before?.version === after?.version) return [];
  // A deleted message gets a version above its last one.
  const message = after ?? (before === undefined ? undefined : { ...before, version: before.version + 1 });
  if (message === undefined) return [];
  const ticket = tickets.get(message.ticketId);
  // The messages of a deleted ticket stay in the conversation, which is open through another ticket of the contact.
  const shown =
    ticket ?? [...tickets.values()].find(({ contactId }) => contactId === message.contactId) ?? NOBODYS;

  const deliveryFor = (
    readers: readonly Recipient[],
    seesTicket: boolean,
    maskNumbers: boolean,
  ): Delivery => {
    const view = presentMessage(message, names, shown, context.link, { maskNumbers });
    const presentation = { maskNumbers, link: context.link };
    const along = ticket !== undefined && seesTicket ? presentTicket(ticket, names, presentation) : null;
    const data: EventData<'appMessage'> =
      before === undefined
        ? { action: 'create', message: view, ticket: along, contact: along?.contact ?? null }
        : { action: after === undefined ? 'delete' : 'update', message: view };
    return deliver(context, { name: 'appMessage', params: { companyId }, data }, { message }, readers);
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
