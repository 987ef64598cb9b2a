import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { type Stored, type Turn, turnOn, withTicket } from '../turns/turn.ts';

/**
 * Returns the turn of a ticket whose messages the account's owner read on the phone. The turn lowers the unread count
 * and changes nothing else; undefined if the count stays the same. The count never rises, so an old or repeated event
 * changes nothing.
 * @param newer number of the contact's messages that arrived after the reading
 */
export const readOnPhoneTurn = (ticket: Stored<Ticket>, newer: number): Turn | undefined =>
  newer >= ticket.unreadMessages
    ? undefined
    : withTicket(turnOn(ticket), (before) => ({ ...before, unreadMessages: newer }));
