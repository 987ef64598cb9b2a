import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Message, ProviderMessage } from '@prosa/shared/entities/message.ts';
import type { CompanySettings } from '@prosa/shared/entities/settings.ts';
import type { Conversation, Ticket } from '@prosa/shared/entities/ticket.ts';
import type { HistoryMessageOf } from '@prosa/shared/messaging/history-message.ts';
import { withParkedChanges } from '../inbound/message-change.ts';
import { messageContentOf } from '../inbound/message-fields.ts';
import { messagePreview } from '../messages/message-preview.ts';
import { quotedIn } from '../messages/outbound-content.ts';
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

/** Reason why an imported message has no file: the file is on the phone and was not downloaded. */
export const FILE_NOT_IMPORTED = 'imported';

export interface PastMessages {
  /** Of one conversation, oldest first; without messages that are already stored. */
  messages: readonly {
    past: PastMessage;
    /** Events for the message's id that arrived before the message. */
    parked: Stored<ProviderMessage> | undefined;
    participant: Message['participant'];
    /** The message that it replies to, if that is stored. */
    quoted: Message | undefined;
  }[];
  contact: Stored<Contact>;
  conversation: Stored<Conversation> | undefined;
  /** The active ticket of contact and connection. */
  activeTicket: Stored<Ticket> | undefined;
  /** The id of the new ticket, if one is created. */
  ticketId: number | undefined;
  queueId: number | null;
  status: 'pending' | 'group';
}

type ImportSettings = Pick<CompanySettings, 'lgpdDeleteMessage'>;

/** Returns a new imported ticket. It has no attendance, because nobody waited on it. */
const importedTicket = (
  { contact, conversation, ticketId, queueId, status, messages: [first] }: PastMessages,
  moment: Moment,
): Turn => {
  if (ticketId === undefined || first === undefined) throw new Error('no ticket for what is imported');
  const { connectionId, channel } = first.past.event;
  const place = { ticketId, contact, connectionId, channel, conversation, status, queueId };
  const made = newTicket({ ...place, isActiveDemand: false }, moment);
  const quiet = { ...made, attendances: [] };
  return withTicket(quiet, (ticket) => ({ ...ticket, imported: instantOf(moment), activityAt: '' }));
};

const storedMessage = (
  ticket: Ticket,
  { past: { event, ack }, parked, participant, quoted }: PastMessages['messages'][number],
  identities: Contact['identities'],
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
    quoted: quotedIn(ticket.contactId, quoted, { ticketId: ticket.id, queueId: ticket.queueId }),
    read: true,
    imported: true,
  };
  const row = takenIn(ticket, fields, event.sentAt, moment);
  return withParkedChanges(row, parked?.parked ?? [], settings, [...identities, ...event.chat.identities]);
};

/**
 * Returns an imported ticket with its last message, and with that message's time as its place in lists. It counts as
 * read.
 */
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
 * Imports old messages of a conversation as a turn. Idempotent by the provider's message id; each message keeps its
 * own time. The messages go on the contact's active ticket, or on a new one that waits in the queue for imports. An
 * active ticket that is in use stays exactly as it is: its history only grows at the old end, and nothing is moved,
 * unread or answered.
 */
export const importedTurn = (input: PastMessages, settings: ImportSettings, moment: Moment): Turn => {
  const {
    activeTicket,
    messages,
    contact: { identities },
  } = input;
  const begun = activeTicket === undefined ? importedTicket(input, moment) : turnOn(activeTicket);
  const ticket = ticketOf(begun);
  const rows = messages.map((message) => storedMessage(ticket, message, identities, settings, moment));
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
