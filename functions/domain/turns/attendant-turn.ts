import type { Automation } from '@prosa/shared/entities/automation.ts';
import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Attendance, Ticket } from '@prosa/shared/entities/ticket.ts';
import type { Channel } from '../../channels/channel.ts';
import { ticketAfterGreeting } from '../messages/ticket-after-message.ts';
import type { ChangedTicket } from '../tickets/decide-ticket-update.ts';
import { note, send } from './message-turns.ts';
import { canSendTo } from './send-refusal.ts';
import { newTicket, type Surroundings, stepTicket } from './ticket-turns.ts';
import { type Moment, mergeTurns, type Stored, type Turn, ticketOf, withTicket } from './turn.ts';

export interface AttendantStep {
  ticket: Stored<Ticket>;
  attendance: Stored<Attendance> | undefined;
  decision: ChangedTicket;
  /** Loaded if the ticket closes or reopens. */
  surroundings: Surroundings | undefined;
  /** Loaded if the ticket closes and a new one continues the conversation. */
  successor: { ticketId: number; contact: Stored<Contact> } | undefined;
  actorId: number;
  channel: Channel;
  /** Fills the placeholders of a text with the data of the ticket that it is sent on. */
  fill: (text: string, ticket: Ticket) => string;
}

/** Adds the new ticket that continues the conversation of a closed one, with the data that lists show. */
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

/** Returns the automation with the id of the rating request's message, if the turn sent one. */
const askedWith = (automation: Automation, { messages }: Turn): Automation => {
  const question = messages.findLast(({ after }) => after.saidBy === 'rating');
  return automation.kind !== 'rating' || question === undefined
    ? automation
    : { ...automation, promptMessageId: question.after.id };
};

/** Returns the turn of an attendant's step: its changes and messages, on the ticket itself or on its successor. */
export const attendantTurn = (step: AttendantStep, moment: Moment): Turn => {
  const { ticket, attendance, decision, surroundings, actorId, channel } = step;
  const stepped = stepTicket(
    {
      before: ticket,
      after: decision.after,
      logs: decision.logs,
      attendance:
        decision.attendance === undefined ? undefined : { before: attendance, after: decision.attendance },
      surroundings,
    },
    moment,
  );
  const { ended } = decision;
  const left =
    attendance === undefined || ended === undefined
      ? stepped
      : mergeTurns({ attendances: [{ before: attendance, after: ended }] }, stepped);
  const moved = succeed(left, step, moment);
  if (ticket.connectionId === null) return moved;
  const text = decision.text === null ? '' : step.fill(decision.text.template, ticketOf(moved));
  const by = decision.text?.by ?? 'attendant';
  const said = by === 'attendant' ? { userId: actorId } : { userId: null, saidBy: by };
  const sender = by === 'attendant' ? 'person' : 'system';
  const told =
    text.trim() === '' || !canSendTo(ticket, channel, { sender, kind: 'text' }, moment)
      ? moved
      : send(moved, { body: text, ...said }, channel, moment, ticketAfterGreeting);
  const asked = withTicket(told, (after) => ({ ...after, automation: askedWith(after.automation, told) }));
  return decision.note === null ? asked : note(asked, { body: decision.note, userId: actorId }, moment);
};
