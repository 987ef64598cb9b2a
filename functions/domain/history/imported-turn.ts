import type { CompanySettings } from '@prosa/shared/entities/company.ts';
import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Message, ProviderMessage } from '@prosa/shared/entities/message.ts';
import type { Conversation, Ticket } from '@prosa/shared/entities/ticket.ts';
import type { HistoryMessageOf } from '@prosa/shared/messaging/history-message.ts';
import { withParkedChanges } from '../inbound/message-change.ts';
import { messageContentOf } from '../inbound/message-fields.ts';
import { messagePreview } from '../messages/message-preview.ts';
import { quotedSnapshot } from '../messages/outbound-content.ts';
import { later } from '../messages/ticket-after-message.ts';
import { takenIn } from '../turns/message-turns.ts';
import { newTicket } from '../turns/ticket-turns.ts';
import {
  type Change,
  instantOf,
  type Moment,
  mergeTurns,
  type Stored,
  type Turn,
  ticketOf,
  turnOn,
  withTicket,
} from '../turns/turn.ts';
import { isUntouchedImport } from './untouched-import.ts';

export type PastMessage = HistoryMessageOf<'piece'>['messages'][number];

/** Why a message of the past shows no file: the phone has it, and nobody fetched it. */
export const FILE_NOT_IMPORTED = 'imported';

export interface PastMessages {
  /** Of one conversation, oldest first; none that is stored already. */
  messages: readonly {
    past: PastMessage;
    /** What came for the message's id before it. */
    parked: Stored<ProviderMessage> | undefined;
    participant: Message['participant'];
    /** The message it answers, where that is stored. */
    quoted: Message | undefined;
  }[];
  contact: Stored<Contact>;
  conversation: Stored<Conversation> | undefined;
  /** The one active ticket of contact and connection. */
  activeTicket: Stored<Ticket> | undefined;
  /** The number of the ticket, where one is made. */
  ticketId: number | undefined;
  queueId: number | null;
  status: 'pending' | 'group';
}

type ImportSettings = Pick<CompanySettings, 'lgpdDeleteMessage'>;

/** A ticket of the past has no stretch of attendance: nobody has waited by it. */
const importedTicket = (
  { contact, conversation, ticketId, queueId, status, messages: [first] }: PastMessages,
  moment: Moment,
): Turn => {
  if (ticketId === undefined || first === undefined) throw new Error('no ticket for what is imported');
  const { connectionId, channel } = first.past.event;
  const place = { ticketId, contact, connectionId, channel, conversation, status, queueId };
  const made = newTicket({ ...place, isActiveDemand: false }, moment);
  const quiet = { ...made, trackings: [] };
  return withTicket(quiet, (ticket) => ({ ...ticket, imported: instantOf(moment), activityAt: '' }));
};

const storedMessage = (
  ticket: Ticket,
  { past: { event, ack }, parked, participant, quoted }: PastMessages['messages'][number],
  settings: ImportSettings,
  moment: Moment,
): Message => {
  const { secret = '' } = event;
  const content = messageContentOf(event.content, 0);
  const { media } = content;
  const fields = {
    ...content,
    media: media === null ? null : { ...media, state: 'failed' as const, reason: FILE_NOT_IMPORTED },
    fromMe: event.fromMe,
    isForwarded: event.isForwarded,
    ack: event.fromMe ? Math.max(1, ack) : 0,
    sendState: event.fromMe ? ('sent' as const) : ('received' as const),
    providerMessageId: event.providerMessageId,
    secret,
    participant,
    quoted:
      quoted === undefined ? null : quotedSnapshot(quoted, { ticketId: ticket.id, queueId: ticket.queueId }),
    read: true,
    imported: true,
  };
  return withParkedChanges(takenIn(ticket, fields, event.sentAt, moment), parked?.parked ?? [], settings);
};

/** An imported ticket shows the last of its messages, and stands in the lists where that was said. Nobody has to read it. */
const withLast = (ticket: Ticket, last: Message): Ticket =>
  ticket.lastMessageAt !== null && last.sentAt < ticket.lastMessageAt
    ? ticket
    : {
        ...ticket,
        lastMessage: messagePreview(last),
        lastMessageAt: last.sentAt,
        fromMe: last.fromMe,
        activityAt: later(ticket.activityAt, last.sentAt),
      };

/**
 * Messages of a conversation's past, as a turn: each under its provider's id once for ever and at its own time, on the
 * contact's active ticket, or on a new one that waits in the queue of imports. A ticket that somebody waits or works on
 * stays as it is, to the letter: its history grows at the far end, and nothing of it moves, is unread or is answered.
 */
export const importedTurn = (input: PastMessages, settings: ImportSettings, moment: Moment): Turn => {
  const { activeTicket, messages } = input;
  const begun = activeTicket === undefined ? importedTicket(input, moment) : turnOn(activeTicket);
  const ticket = ticketOf(begun);
  const rows = messages.map((message) => storedMessage(ticket, message, settings, moment));
  const markers = messages.map(({ parked }, index): Change<ProviderMessage> => {
    const { companyId, connectionId, id, providerMessageId } = rows[index] ?? {};
    if (companyId === undefined || connectionId === undefined || id === undefined || !providerMessageId)
      throw new Error('a message of the past without its row');
    return { before: parked, after: { companyId, connectionId, providerMessageId, messageId: id } };
  });
  const stored = mergeTurns(begun, {
    messages: rows.map((after) => ({ before: undefined, after })),
    markers,
  });
  const last = rows.at(-1);
  return last === undefined || !isUntouchedImport(ticket)
    ? stored
    : withTicket(stored, (one) => withLast(one, last));
};
