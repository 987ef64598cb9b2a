import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { presentTicket, watchedView } from '../presenters/present-ticket.ts';
import { deliver, deliverMasked, followsTicket } from './audience.ts';
import type { Delivery, EventContext, Recipient, TicketChange, TicketRow } from './context.ts';

/** Whether the only change that a list shows is that the ticket was read. */
const wasOnlyRead = (before: TicketRow, after: TicketRow, context: EventContext): boolean => {
  if (before.unreadMessages === 0 || after.unreadMessages !== 0) return false;
  const view = (ticket: TicketRow) =>
    JSON.stringify({
      ...presentTicket(ticket, context.names, { link: context.link }),
      unreadMessages: 0,
      transferredBy: null,
      version: 0,
    });
  return view(before) === view(after);
};

/**
 * Decides the events of a changed ticket. Users who may see it get the ticket, and users who only watch it on the
 * attendance panel get it without its last message; users who could before and no longer can get a deletion; nobody else gets an event.
 */
export const ticketEvents = (
  { before, after, between = [] }: TicketChange,
  context: EventContext,
): Delivery[] => {
  const { companyId, names, recipients, link } = context;
  if (after !== undefined && before?.version === after.version) return [];
  const params = { companyId };
  const earlier = before === undefined ? between : [before, ...between];
  const saw = recipients.filter((recipient) => earlier.some((ticket) => followsTicket(ticket, recipient)));
  const sees = recipients.filter((recipient) => after !== undefined && followsTicket(after, recipient));
  const deliveries: Delivery[] = [];

  const states = after === undefined ? earlier : [...earlier, after];
  const lost = saw.filter((recipient) => !sees.includes(recipient));
  const last = after ?? earlier.at(-1);
  if (lost.length > 0 && last !== undefined) {
    const version = after?.version ?? last.version + 1;
    const data = { action: 'delete' as const, ticketId: last.id, version };
    deliveries.push(deliver(context, { name: 'ticket', params, data }, { states }, lost));
  }
  if (after === undefined || sees.length === 0) return deliveries;

  const isRead = before !== undefined && between.length === 0 && wasOnlyRead(before, after, context);
  const knows = sees.filter((recipient) => isRead && saw.includes(recipient));
  if (knows.length > 0) {
    const data = { action: 'updateUnread' as const, ticketId: after.id, version: after.version };
    deliveries.push(deliver(context, { name: 'ticket', params, data }, { states }, knows));
  }
  const needsAll = sees.filter((recipient) => !knows.includes(recipient));
  const action = before === undefined ? 'create' : 'update';
  const told = (to: Recipient[], shown: (view: TicketView) => TicketView): Delivery[] =>
    deliverMasked(
      context,
      (maskNumbers) => ({
        name: 'ticket',
        params,
        data: { action, ticket: shown(presentTicket(after, names, { maskNumbers, link })) },
      }),
      { states },
      to,
    );
  const opens = needsAll.filter(({ viewer }) => canSeeTicket(after, viewer));
  const watches = needsAll.filter((recipient) => !opens.includes(recipient));
  return [...deliveries, ...told(opens, (view) => view), ...told(watches, watchedView)];
};
