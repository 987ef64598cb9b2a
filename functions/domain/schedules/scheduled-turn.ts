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
  /** The active ticket of contact and connection. */
  active: Stored<Ticket> | undefined;
  /** The id of the new ticket, if one is created. */
  ticketId: number;
  /** The closed ticket that lists show, which the new ticket replaces. */
  previousClosed: Stored<Ticket> | undefined;
  /** The chosen queue and user, as far as they still exist. */
  place: { queueId: number | null; userId: number | null };
  draftFor: (ticket: Ticket) => Draft;
}

/** Whether a conversation that a schedule starts is closed after its message. */
export const endsBehind = ({
  openTicket,
  ticketStatus,
}: Pick<Schedule, 'openTicket' | 'ticketStatus'>): boolean => !openTicket || ticketStatus === 'closed';

const beginTicket = (sending: ScheduledSend, moment: Moment): Turn => {
  const { contact, connection, conversation, ticketId, place, schedule } = sending;
  const attended = contact.isGroup && !connection.groupAsTicket ? 'group' : 'open';
  // A ticket that is closed at once does not wait for an attendant.
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
 * Sends a scheduled message as a turn: in the active conversation, which stays as it is, or in a new one, which is
 * closed after the message unless the schedule keeps it open. The customer's messages stay unread.
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
