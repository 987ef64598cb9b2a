import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Ticket, TicketTracking } from '@prosa/shared/entities/ticket.ts';
import type { Channel } from '../../channels/channel.ts';
import type { ChangedTicket } from '../tickets/decide-ticket-update.ts';
import { canSendTo, note, send } from './message-turns.ts';
import { newTicket, type Surroundings, stepTicket } from './ticket-turns.ts';
import { type Moment, mergeTurns, type Stored, type Turn, ticketOf } from './turn.ts';

export interface AttendantStep {
  ticket: Stored<Ticket>;
  tracking: Stored<TicketTracking> | undefined;
  decision: ChangedTicket;
  /** Loaded where the ticket closes or opens again. */
  surroundings: Surroundings | undefined;
  /** Where the ticket ends and goes on as a new one. */
  successor: { ticketId: number; contact: Stored<Contact> } | undefined;
  actorId: number;
  channel: Channel;
  /** Fills the placeholders of a text on the ticket that it is said on. */
  fill: (text: string, ticket: Ticket) => string;
}

/** The new ticket that takes the conversation over from one that ended, with what that had to show. */
const succeed = (ended: Turn, step: AttendantStep, moment: Moment): Turn => {
  const { ticket, decision, successor, surroundings } = step;
  const { connectionId } = ticket;
  if (successor === undefined || decision.successor === null || connectionId === null) return ended;
  const pointers = ended.conversations.at(-1);
  const conversation =
    pointers?.before === undefined ? surroundings?.conversation : { ...pointers.before, ...pointers.after };
  const { lastMessage, lastMessageAt, unreadMessages, fromMe, isActiveDemand, channel } = ticket;
  const { heardAt, freeEntryAt } = ticket;
  const begun = newTicket(
    {
      ...successor,
      ...decision.successor,
      connectionId,
      channel,
      conversation,
      isActiveDemand,
      continues: { lastMessage, lastMessageAt, unreadMessages, fromMe, heardAt, freeEntryAt },
    },
    moment,
  );
  return mergeTurns(ended, begun);
};

/** What an attendant's step changes and says, as a turn: on the ticket itself or on the one that takes it over. */
export const attendantTurn = (step: AttendantStep, moment: Moment): Turn => {
  const { ticket, tracking, decision, surroundings, actorId, channel } = step;
  const stepped = stepTicket(
    {
      before: ticket,
      after: decision.after,
      logs: decision.logs,
      tracking: decision.tracking === undefined ? undefined : { before: tracking, after: decision.tracking },
      surroundings,
    },
    moment,
  );
  const moved = succeed(stepped, step, moment);
  if (ticket.connectionId === null) return moved;
  const text = decision.text === null ? '' : step.fill(decision.text.template, ticketOf(moved));
  const by = decision.text?.by ?? 'attendant';
  const said = by === 'attendant' ? { userId: actorId } : { userId: null, saidBy: by };
  const told =
    text.trim() === '' || !canSendTo(ticket, channel, by === 'attendant' ? 'person' : 'system', moment)
      ? moved
      : send(moved, { body: text, ...said }, channel, moment);
  return decision.note === null ? told : note(told, { body: decision.note, userId: actorId }, moment);
};
