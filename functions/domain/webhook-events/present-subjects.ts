import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Ticket, TicketContact } from '@prosa/shared/entities/ticket.ts';
import type { WebhookContact, WebhookTicket } from '@prosa/shared/webhooks/webhook-event.ts';
import { type NameSource, queueRef, userRef } from '../presenters/present-ticket.ts';
import type { Stored } from '../turns/turn.ts';

/** Returns id and name of something that has more fields; null for nothing. */
export const nameOnly = (named: { id: number; name: string } | null | undefined) =>
  named === null || named === undefined ? null : { id: named.id, name: named.name };

/** Presents the customer of a ticket or message. Numbers are whole: the receiver is the company's own system. */
export const customerOf = ({ id, name, number, isGroup }: TicketContact | Contact) => ({
  id,
  name,
  number,
  isGroup,
});

/** Presents a ticket in its form for webhooks. */
export const webhookTicket = (ticket: Stored<Ticket>, names: NameSource): WebhookTicket => ({
  id: ticket.id,
  uuid: ticket.uuid,
  status: ticket.status,
  channel: ticket.channel,
  contact: customerOf(ticket.contact),
  connection: nameOnly(ticket.connectionId === null ? null : names.connections.get(ticket.connectionId)),
  queue: nameOnly(queueRef(names, ticket.queueId)),
  user: nameOnly(userRef(names, ticket.userId)),
  tags: ticket.tags.map(({ id, name }) => ({ id, name })),
  laneId: ticket.laneId,
  rating: ticket.userRating,
  createdAt: ticket.rowCreatedAt,
  closedAt: ticket.closedAt,
});

/** Presents a contact in its form for webhooks. */
export const webhookContact = (contact: Contact): WebhookContact => ({
  ...customerOf(contact),
  email: contact.email,
  channel: contact.channel,
  active: contact.active,
  tags: contact.tags.map(({ id, name }) => ({ id, name })),
  extraInfo: contact.extraInfo.map(({ name, value }) => ({ name, value })),
});
