import type { Campaign } from '@prosa/shared/entities/campaign.ts';
import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Message } from '@prosa/shared/entities/message.ts';
import type { Conversation, Ticket } from '@prosa/shared/entities/ticket.ts';
import type { Channel } from '../../channels/channel.ts';
import { ticketAfterAnswer } from '../messages/ticket-after-message.ts';
import { type Draft, resend, send } from '../turns/message-turns.ts';
import { closeBehind, logEntry, newTicket } from '../turns/ticket-turns.ts';
import {
  type FileCopy,
  type Moment,
  mergeTurns,
  type Stored,
  type Turn,
  ticketOf,
  turnOn,
} from '../turns/turn.ts';

interface CampaignSend {
  campaign: Campaign;
  contact: Stored<Contact>;
  connection: { id: number; channel: Ticket['channel'] };
  /** In the lane of bulk work. */
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
  drafts: readonly Draft[];
  copies: readonly FileCopy[];
}

/** Whether the ticket that a campaign creates is closed after its message. */
export const endsBehind = ({ ticketStatus }: Pick<Campaign, 'ticketStatus'>): boolean =>
  ticketStatus === 'closed';

const beginTicket = (sending: CampaignSend, moment: Moment): Turn => {
  const { contact, connection, conversation, ticketId, place, campaign } = sending;
  // A ticket that is closed at once does not wait for an attendant; one without an attendant waits.
  const isAttended = endsBehind(campaign) || (campaign.ticketStatus === 'open' && place.userId !== null);
  return newTicket(
    {
      ticketId,
      contact,
      connectionId: connection.id,
      channel: connection.channel,
      conversation,
      ...place,
      status: isAttended ? 'open' : 'pending',
      isActiveDemand: true,
    },
    moment,
  );
};

/** Returns the entry of a ticket's log that names a campaign. */
export const campaignEntry = (
  ticket: Pick<Ticket, 'companyId' | 'id' | 'queueId'>,
  name: string,
  moment: Moment,
) => logEntry(ticket, { type: 'campaign', queueId: ticket.queueId, campaign: name }, moment);

/**
 * Sends a campaign's message to a receiver as a turn: in the active conversation, which keeps its status, queue and
 * user, or in a new ticket with those of the campaign. The customer's messages stay unread.
 * @throws AppError ERR_SENDING_WAPP_MSG, ERR_REPLY_WINDOW_CLOSED, ERR_SEND_CAP_REACHED, ERR_FILESIZE_OVER_LIMIT
 */
export const campaignTurn = (sending: CampaignSend, moment: Moment): Turn => {
  const { active, campaign, channel, drafts, copies } = sending;
  const begun = active === undefined ? beginTicket(sending, moment) : turnOn(active);
  const named = mergeTurns(begun, { logs: [campaignEntry(ticketOf(begun), campaign.name, moment)], copies });
  const said = drafts.reduce((turn, draft) => send(turn, draft, channel, moment, ticketAfterAnswer), named);
  return active === undefined && endsBehind(campaign)
    ? closeBehind(
        said,
        { conversation: sending.conversation, previousClosed: sending.previousClosed },
        { userId: null, logType: 'closed' },
        moment,
      )
    : said;
};

/**
 * Sends a stored message of a campaign again, whose send did not begin.
 * @throws AppError as {@link campaignTurn}
 */
export const campaignRetryTurn = (
  message: Stored<Message>,
  ticket: Stored<Ticket>,
  channel: Channel,
  moment: Moment,
): Turn => resend(turnOn(ticket), message, undefined, channel, moment, true);
