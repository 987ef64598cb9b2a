import type { Message } from '@prosa/shared/entities/message.ts';
import { isActiveStatus } from '@prosa/shared/entities/ticket-terms.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { nameBesideNumber } from '@prosa/shared/rules/hide-numbers.ts';
import { channelOf } from '../channels/channels.ts';
import { isUpToDate } from '../domain/inbound/contact-after-message.ts';
import type { ContactRow } from '../repositories/contacts/contacts.ts';
import { findMessageByProviderId, type MessageRow } from '../repositories/tickets/messages.ts';
import {
  type ConversationRow,
  loadConversation,
  loadTicket,
  type TicketRow,
} from '../repositories/tickets/tickets.ts';
import { conversationKey, rememberedTicket } from './active-ticket-cache.ts';
import { ensureContact, type Place } from './ensure-contact.ts';

export type MessageEvent = InboundEventOf<'message'>;

/** The rows that a message needs. */
export interface FoundConversation {
  /** Absent if the ticket was found in the cache and its copy of the contact is enough. */
  contact: ContactRow | undefined;
  conversation: ConversationRow | undefined;
  activeTicket: TicketRow | undefined;
  lastTicket: TicketRow | undefined;
}

/** A message of ours does not contain the contact's name. */
const contactName = (event: MessageEvent): string | undefined =>
  event.fromMe && !event.chat.isGroup ? undefined : event.chat.name;

/**
 * Returns the cached last ticket of the conversation, if it still is the active ticket of every identity in the
 * event: one consistent read. The ticket's copy of the contact is as good as the contact's row, because a change of a
 * contact updates its tickets.
 */
const loadRemembered = async (
  context: Place,
  event: MessageEvent,
  ticketId: number | undefined,
): Promise<FoundConversation | undefined> => {
  const ticket = ticketId === undefined ? undefined : await loadTicket(context.table, ticketId);
  if (ticket === undefined || !isActiveStatus(ticket.status) || ticket.connectionId !== event.connectionId)
    return undefined;
  if (!isUpToDate(ticket.contact, { identities: event.chat.identities, name: contactName(event) }))
    return undefined;
  return { contact: undefined, conversation: undefined, activeTicket: ticket, lastTicket: undefined };
};

/** Loads a conversation from the identities: aliases, contact, conversation, ticket. Four consistent reads. */
const loadByIdentities = async (context: Place, event: MessageEvent): Promise<FoundConversation> => {
  const { table } = context;
  const contact = await ensureContact(context, {
    identities: event.chat.identities,
    name: contactName(event),
    isGroup: event.chat.isGroup,
    connectionId: event.connectionId,
    channel: event.channel,
  });
  const conversation = await loadConversation(table, contact.id, event.connectionId);
  const ticketId = conversation?.activeTicketId ?? conversation?.lastTicketId ?? null;
  const ticket = ticketId === null ? undefined : await loadTicket(table, ticketId);
  const isActive = ticket !== undefined && isActiveStatus(ticket.status);
  return {
    contact,
    // A pointer to a deleted ticket counts as no pointer.
    conversation:
      conversation === undefined || isActive ? conversation : { ...conversation, activeTicketId: null },
    activeTicket: isActive ? ticket : undefined,
    lastTicket: isActive ? undefined : ticket,
  };
};

/** Finds the conversation of a message: one read if its ticket is in this container's cache, else four. */
export const findConversation = async (context: Place, event: MessageEvent): Promise<FoundConversation> =>
  (await loadRemembered(context, event, rememberedTicket(conversationKey(event)))) ??
  loadByIdentities(context, event);

const participantOf = async (context: Place, event: MessageEvent): Promise<Message['participant']> => {
  const { participant } = event.chat;
  if (!event.chat.isGroup || participant === undefined || event.fromMe) return null;
  const contact = await ensureContact(context, {
    ...participant,
    isGroup: false,
    connectionId: event.connectionId,
    channel: event.channel,
  });
  const [identity] = participant.identities;
  return {
    contactId: contact.id,
    name: nameBesideNumber(contact),
    number: contact.number,
    ...(identity === undefined ? {} : { identity }),
  };
};

const quotedOf = async (context: Place, event: MessageEvent): Promise<MessageRow | undefined> =>
  event.quotedProviderMessageId === undefined
    ? undefined
    : findMessageByProviderId(
        context.table,
        channelOf(event),
        event.connectionId,
        event.quotedProviderMessageId,
      );

/** The sender and the quoted message of a message. */
export interface NamedInMessage {
  participant: Message['participant'];
  quoted: MessageRow | undefined;
}

/** Loads the sender (in groups) and the quoted message; a plain text from a single contact needs no read. */
export const loadNamed = async (context: Place, event: MessageEvent): Promise<NamedInMessage> => {
  const [participant, quoted] = await Promise.all([participantOf(context, event), quotedOf(context, event)]);
  return { participant, quoted };
};
