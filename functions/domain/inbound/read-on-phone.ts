import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { type Stored, type Turn, turnOn, withTicket } from '../turns/turn.ts';

/**
 * Returns the turn of a ticket whose messages were read on the account's own phone: only its unread count falls.
 * undefined if the count does not change. The count never rises, so an old or repeated event changes nothing.
 * @param newer number of the contact's messages that arrived after the reading
 */
export const readOnPhoneTurn = (ticket: Stored<Ticket>, newer: number): Turn | undefined =>
  newer >= ticket.unreadMessages
    ? undefined
    : withTicket(turnOn(ticket), (before) => ({ ...before, unreadMessages: newer }));
