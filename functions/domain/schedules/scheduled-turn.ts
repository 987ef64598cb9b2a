import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Schedule } from '@prosa/shared/entities/schedule.ts';
import type { Conversation, Ticket } from '@prosa/shared/entities/ticket.ts';
import type { Channel } from '../../channels/channel.ts';
import { ticketAfterAnswer } from '../messages/ticket-after-message.ts';
import { type Draft, send } from '../turns/message-turns.ts';
import { closeBehind, newTicket } from '../turns/ticket-turns.ts';
import { type Moment, type Stored, type Turn, ticketOf, turnOn } from '../turns/turn.ts';

export interface ScheduledSend {
  schedule: Schedule;
  contact: Stored<Contact>;
  connection: { id: number; channel: Ticket['channel']; groupAsTicket: boolean };
  channel: Channel;
  conversation: Stored<Conversation> | undefined;
  /** The conversation that contact and connection have going. */
  active: Stored<Ticket> | undefined;
  /** The number of the ticket, where one is made. */
  ticketId: number;
  /** Of the lists' closed ticket in the new one's place. */
  previousClosed: Stored<Ticket> | undefined;
  /** What of the choices the company still has. */
  place: { queueId: number | null; userId: number | null };
  draftFor: (ticket: Ticket) => Draft;
}

/** Whether the conversation that a schedule begins is closed behind its message. */
export const endsBehind = ({
  openTicket,
  ticketStatus,
}: Pick<Schedule, 'openTicket' | 'ticketStatus'>): boolean => !openTicket || ticketStatus === 'closed';

const beginTicket = (sending: ScheduledSend, moment: Moment): Turn => {
  const { contact, connection, conversation, ticketId, place, schedule } = sending;
  const attended = contact.isGroup && !connection.groupAsTicket ? 'group' : 'open';
  // One that is closed at once waits for nobody.
  const isAttended = place.userId !== null || endsBehind(schedule);
  return newTicket(
    {
      ticketId,
      contact,
      connectionId: connection.id,
      channel: connection.channel,
      conversation,
      ...place,
      status: isAttended || attended === 'group' ? attended : 'pending',
      isActiveDemand: true,
    },
    moment,
  );
};

/**
 * A scheduled message as a turn: said in the conversation that is going, which stays as it is, or in one that it begins and,
 * where nothing is to stay open, ends. What the customer wrote stays unread.
 * @throws AppError ERR_SENDING_WAPP_MSG, ERR_FILESIZE_OVER_LIMIT
 */
export const scheduledTurn = (sending: ScheduledSend, moment: Moment): Turn => {
  const { active, channel, schedule, draftFor } = sending;
  const begun = active === undefined ? beginTicket(sending, moment) : turnOn(active);
  const said = send(begun, draftFor(ticketOf(begun)), channel, moment, ticketAfterAnswer);
  return active === undefined && endsBehind(schedule)
    ? closeBehind(
        said,
        { conversation: sending.conversation, previousClosed: sending.previousClosed },
        { userId: null, logType: 'closed' },
        moment,
      )
    : said;
};
