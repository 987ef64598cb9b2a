import type { CompanySettings } from '@prosa/shared/entities/company.ts';
import type { Connection } from '@prosa/shared/entities/connection.ts';
import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Message } from '@prosa/shared/entities/message.ts';
import type { Ticket, TicketStatus } from '@prosa/shared/entities/ticket.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { searchWords } from '@prosa/shared/rules/normalize-for-search.ts';
import type { AutomaticAnswer } from '../automatic/automatic-answer.ts';
import { fileOverLimitAnswers } from '../automatic/file-over-limit.ts';
import { messageContentOf } from './message-fields.ts';
import { refinedSentAt } from './sent-at.ts';

type MessageEvent = InboundEventOf<'message'>;

const MINUTE_MS = 60_000;
/** A short word of thanks this soon after the farewell does not take the closed ticket up again. */
const FAREWELL_REPLY_WINDOW_MS = 5 * MINUTE_MS;
const FAREWELL_REPLY_MAX_WORDS = 3;

export interface InboundState {
  connection: Pick<Connection, 'allowGroup' | 'groupAsTicket' | 'timeCreateNewTicket' | 'queueIds'>;
  settings: Pick<CompanySettings, 'DirectTicketsToWallets' | 'language'>;
  /** Whether a ticket may be given to a user. */
  isActiveUser: (userId: number) => boolean;
  downloadLimitMb: number;
  contact: Pick<Contact, 'active' | 'isGroup'> & { walletUserIds?: readonly number[] };
  /** The one active ticket of contact and connection. */
  activeTicket: Ticket | undefined;
  /** The newest one, where none is active. */
  lastTicket: Ticket | undefined;
}

export type MessageContentFields = Pick<
  Message,
  'body' | 'mediaType' | 'media' | 'dataJson' | 'fromMe' | 'isForwarded' | 'ack' | 'sendState'
>;

export type InboundDecision =
  | { kind: 'drop'; reason: 'group-not-allowed' | 'contact-blocked' }
  | {
      kind: 'store';
      sentAtMs: number;
      message: MessageContentFields;
      ticket:
        | { action: 'continue' }
        | { action: 'reopen' }
        | {
            action: 'create';
            status: Exclude<TicketStatus, 'closed'>;
            queueId: number | null;
            userId: number | null;
            isActiveDemand: boolean;
          };
      /** The file to be fetched. */
      file: Extract<MessageEvent['content'], { media: unknown }>['media'] | undefined;
      answers: AutomaticAnswer[];
    };

/** Whether a connection takes part in groups at all: asked before anything is read. */
export const isIgnoredGroup = (event: MessageEvent, connection: Pick<Connection, 'allowGroup'>): boolean =>
  event.chat.isGroup && !connection.allowGroup;

const isFarewellReply = (event: MessageEvent, ticket: Ticket): boolean =>
  event.content.kind === 'text' &&
  ticket.closedAt !== null &&
  event.receivedAt - Date.parse(ticket.closedAt) < FAREWELL_REPLY_WINDOW_MS &&
  searchWords(event.content.text).length <= FAREWELL_REPLY_MAX_WORDS;

const mayReopen = (event: MessageEvent, ticket: Ticket, connection: InboundState['connection']): boolean =>
  connection.timeCreateNewTicket > 0 &&
  event.receivedAt - Date.parse(ticket.activityAt) < connection.timeCreateNewTicket * MINUTE_MS &&
  !isFarewellReply(event, ticket);

const newTicketStatus = (event: MessageEvent, connection: InboundState['connection']): 'pending' | 'group' =>
  event.chat.isGroup && !connection.groupAsTicket ? 'group' : 'pending';

/** A connection of one queue has nothing to ask; with more, the ticket waits without queue until somebody chooses. */
const soleQueue = (connection: InboundState['connection']): number | null =>
  connection.queueIds.length === 1 ? (connection.queueIds[0] ?? null) : null;

/**
 * What becomes of a message: dropped, or stored on the contact's active ticket, on its last one taken up again within
 * the connection's window, or on a new one. Everything that answers a customer by itself hooks in here.
 */
export const decideInboundMessage = (event: MessageEvent, state: InboundState): InboundDecision => {
  const { connection, contact, activeTicket, lastTicket } = state;
  if (isIgnoredGroup(event, connection)) return { kind: 'drop', reason: 'group-not-allowed' };
  if (!contact.active && !event.fromMe) return { kind: 'drop', reason: 'contact-blocked' };

  const content = messageContentOf(event.content, state.downloadLimitMb);
  const message: MessageContentFields = {
    ...content,
    fromMe: event.fromMe,
    isForwarded: event.isForwarded,
    ack: event.fromMe ? 1 : 0,
    sendState: event.fromMe ? 'sent' : 'received',
  };
  const file =
    'media' in event.content && content.media?.state === 'fetching' ? event.content.media : undefined;
  const answers = fileOverLimitAnswers(message, event.chat, state.downloadLimitMb, state.settings.language);
  const stored = { kind: 'store', sentAtMs: refinedSentAt(event), message, file, answers } as const;

  if (activeTicket !== undefined) return { ...stored, ticket: { action: 'continue' } };
  if (lastTicket !== undefined && mayReopen(event, lastTicket, connection)) {
    return { ...stored, ticket: { action: 'reopen' } };
  }
  const owner = state.settings.DirectTicketsToWallets
    ? contact.walletUserIds?.find(state.isActiveUser)
    : undefined;
  return {
    ...stored,
    ticket: {
      action: 'create',
      status: newTicketStatus(event, connection),
      queueId: event.chat.isGroup ? null : soleQueue(connection),
      userId: event.chat.isGroup ? null : (owner ?? null),
      isActiveDemand: event.fromMe,
    },
  };
};

/** A closed ticket that a message takes up again: it waits as before, with its attendant and the queue that still exists. */
export const reopenedTicket = <T extends Ticket>(
  ticket: T,
  status: 'pending' | 'group',
  queues: Pick<ReadonlyMap<number, unknown>, 'has'>,
): T => ({
  ...ticket,
  status,
  queueId: ticket.queueId !== null && queues.has(ticket.queueId) ? ticket.queueId : null,
  closedAt: null,
  unreadMessages: 0,
});
