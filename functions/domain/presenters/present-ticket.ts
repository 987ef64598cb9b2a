import { toFlag } from '@prosa/shared/contracts/fields.ts';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { maskFor, type NumberMask, type Presentation, shownName } from '@prosa/shared/rules/hide-numbers.ts';
import { presentAutomation } from './present-automation.ts';
import { presentPicture } from './present-picture.ts';

/** The names that a view looks up: the queues, users and connections of the company's directory. */
export interface NameSource {
  queues: ReadonlyMap<number, { id: number; name: string; color: string }>;
  users: ReadonlyMap<number, { id: number; name: string; color: string }>;
  connections: ReadonlyMap<
    number,
    {
      id: number;
      name: string;
      channel: TicketView['channel'];
      groupAsTicket: boolean;
      expiresTicket: number;
    }
  >;
}

/** Presents the contact data of a ticket. */
const presentTicketContact = (
  ticket: Ticket,
  mask: NumberMask,
  presentation: Presentation,
): TicketView['contact'] => {
  const { identities: _identities, ...contact } = ticket.contact;
  const urlPicture = presentPicture(presentation, contact.urlPicture);
  return {
    ...contact,
    name: mask.name(shownName(ticket.contact)),
    number: mask.number(contact.number),
    email: mask.text(contact.email),
    urlPicture,
    profilePicUrl: urlPicture,
    companyId: ticket.companyId,
  };
};

/** Returns an entry by id; null if the id is null or the entry was deleted. */
const lookUp = <T>(entries: ReadonlyMap<number, T>, id: number | null): T | null =>
  id === null ? null : (entries.get(id) ?? null);

export const queueRef = (names: NameSource, id: number | null) => {
  const queue = lookUp(names.queues, id);
  return queue === null ? null : { id: queue.id, name: queue.name, color: queue.color };
};

export const userRef = (names: NameSource, id: number | null) => {
  const user = lookUp(names.users, id);
  return user === null ? null : { id: user.id, name: user.name, color: user.color };
};

const transferrerRef = (names: NameSource, id: number | null) =>
  id === null ? null : (userRef(names, id) ?? { id, name: '', color: '' });

/**
 * Returns the view of a ticket for a user who only watches it on the attendance panel: who does what, and nothing that was
 * said (S-21).
 */
export const watchedView = (view: TicketView): TicketView => ({ ...view, lastMessage: '' });

/** Presents a stored ticket in its form for the API. */
export const presentTicket = (
  ticket: Ticket & { version: number; rowCreatedAt: string },
  names: NameSource,
  presentation: Presentation = {},
): TicketView => {
  const connection = lookUp(names.connections, ticket.connectionId);
  const mask = maskFor(presentation, ticket.contact);
  return {
    id: ticket.id,
    uuid: ticket.uuid,
    status: ticket.status,
    channel: ticket.channel,
    companyId: ticket.companyId,
    contactId: ticket.contactId,
    contact: presentTicketContact(ticket, mask, presentation),
    queueId: ticket.queueId,
    queue: queueRef(names, ticket.queueId),
    userId: ticket.userId,
    user: userRef(names, ticket.userId),
    transferredBy: transferrerRef(names, ticket.transferredById),
    whatsappId: ticket.connectionId,
    whatsapp:
      connection === null
        ? null
        : {
            id: connection.id,
            name: connection.name,
            channel: connection.channel,
            groupAsTicket: toFlag(connection.groupAsTicket),
            expiresTicket: connection.expiresTicket,
          },
    lastMessage: mask.preview(ticket.lastMessage),
    unreadMessages: ticket.unreadMessages,
    isGroup: ticket.isGroup,
    fromMe: ticket.fromMe,
    ...presentAutomation(ticket),
    integrationId: ticket.integrationId,
    isOutOfHour: ticket.isOutOfHour,
    sendInactiveMessage: ticket.sendInactiveMessage,
    isActiveDemand: ticket.isActiveDemand,
    lgpdAcceptedAt: ticket.lgpdAcceptedAt,
    lgpdSendMessageAt: ticket.lgpdSendMessageAt,
    imported: ticket.imported,
    userRating: ticket.userRating,
    tags: ticket.tags,
    createdAt: ticket.rowCreatedAt,
    updatedAt: ticket.activityAt,
    placedAt: ticket.placedAt ?? ticket.activityAt,
    laneAt: ticket.laneAt,
    heardAt: ticket.heardAt,
    freeEntryAt: ticket.freeEntryAt,
    version: ticket.version,
  };
};
