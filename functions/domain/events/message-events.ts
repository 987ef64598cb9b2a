import type { EventData } from '@prosa/shared/events/catalogue.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { presentMessage } from '../presenters/present-message.ts';
import { presentTicket } from '../presenters/present-ticket.ts';
import { deliver } from './audience.ts';
import type { Change, Delivery, EventContext, MessageRow, Recipient } from './context.ts';

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
  // A removed ticket's messages stay in the conversation, which is open by another ticket of the contact.
  const contact = (ticket ?? [...tickets.values()].find(({ contactId }) => contactId === message.contactId))
    ?.contact ?? { name: '', number: '' };

  const deliveryFor = (
    readers: readonly Recipient[],
    seesTicket: boolean,
    maskNumbers: boolean,
  ): Delivery => {
    const view = presentMessage(message, names, contact, context.link, { maskNumbers });
    const data: EventData<'appMessage'> =
      before === undefined
        ? {
            action: 'create',
            message: view,
            ticket: ticket !== undefined && seesTicket ? presentTicket(ticket, names, { maskNumbers }) : null,
          }
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
