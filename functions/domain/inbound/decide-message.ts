import type { Automation } from '@prosa/shared/entities/automation.ts';
import type { CompanySettings } from '@prosa/shared/entities/company.ts';
import type { Connection } from '@prosa/shared/entities/connection.ts';
import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Message } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import type { DirectoryUser } from '@prosa/shared/entities/user.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { searchWords } from '@prosa/shared/rules/normalize-for-search.ts';
import { CONSENT, leading, MENU, NO_AUTOMATION } from '../tickets/automation.ts';
import { messageContentOf } from './message-fields.ts';
import { refinedSentAt } from './sent-at.ts';

type MessageEvent = InboundEventOf<'message'>;

const MINUTE_MS = 60_000;
/** A short word of thanks this soon after the farewell does not take the closed ticket up again. */
const FAREWELL_REPLY_WINDOW_MS = 5 * MINUTE_MS;
const FAREWELL_REPLY_MAX_WORDS = 3;

export interface InboundState {
  connection: Pick<Connection, 'allowGroup' | 'groupAsTicket' | 'timeCreateNewTicket' | 'queueIds'>;
  settings: Pick<CompanySettings, 'DirectTicketsToWallets' | 'enableLGPD' | 'lgpdMessage' | 'lgpdConsent'>;
  users: ReadonlyMap<number, Pick<DirectoryUser, 'active' | 'queueIds'>>;
  downloadLimitMb: number;
  contact: Pick<Contact, 'active' | 'isGroup' | 'disableBot' | 'lgpdAcceptedAt'> & {
    walletUserIds?: readonly number[];
  };
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
            automation: Automation;
          };
      /** The file to be fetched. */
      file: Extract<MessageEvent['content'], { media: unknown }>['media'] | undefined;
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

/** Whether the contact is asked for consent before anything else: on every new ticket, or where it was never given. */
const asksForConsent = (event: MessageEvent, { settings, contact }: InboundState): boolean =>
  settings.enableLGPD &&
  settings.lgpdMessage.trim() !== '' &&
  !event.chat.isGroup &&
  !event.fromMe &&
  (settings.lgpdConsent || contact.lgpdAcceptedAt === null);

const newTicketStatus = (event: MessageEvent, state: InboundState): 'pending' | 'group' | 'lgpd' => {
  if (event.chat.isGroup && !state.connection.groupAsTicket) return 'group';
  return asksForConsent(event, state) ? 'lgpd' : 'pending';
};

/** Whom the contact belongs to, in a queue of theirs: of the connection, where they work in one of it. */
const walletOf = (
  event: MessageEvent,
  state: InboundState,
): { userId: number; queueId: number } | undefined => {
  if (!state.settings.DirectTicketsToWallets || event.chat.isGroup) return undefined;
  for (const userId of state.contact.walletUserIds ?? []) {
    const user = state.users.get(userId);
    const queueId = state.connection.queueIds.find((id) => user?.queueIds.includes(id)) ?? user?.queueIds[0];
    if (user?.active === true && queueId !== undefined) return { userId, queueId };
  }
  return undefined;
};

/** A connection of one queue has nothing to ask; with more, the ticket waits without queue until the customer chooses. */
const soleQueue = (connection: InboundState['connection']): number | null =>
  connection.queueIds.length === 1 ? (connection.queueIds[0] ?? null) : null;

/**
 * What becomes of a message: dropped, or stored on the contact's active ticket, on its last one taken up again within
 * the connection's window, or on a new one.
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
  const stored = { kind: 'store', sentAtMs: refinedSentAt(event), message, file } as const;

  if (activeTicket !== undefined) return { ...stored, ticket: { action: 'continue' } };
  if (lastTicket !== undefined && mayReopen(event, lastTicket, connection)) {
    return { ...stored, ticket: { action: 'reopen' } };
  }
  const wallet = walletOf(event, state);
  const status = newTicketStatus(event, state);
  const queueId = event.chat.isGroup ? null : (wallet?.queueId ?? soleQueue(connection));
  const isLed =
    status !== 'group' &&
    connection.queueIds.length > 0 &&
    wallet === undefined &&
    !event.fromMe &&
    !contact.disableBot;
  return {
    ...stored,
    ticket: {
      action: 'create',
      status,
      queueId,
      userId: wallet?.userId ?? null,
      isActiveDemand: event.fromMe,
      automation: status === 'lgpd' ? CONSENT : isLed ? leading({ queueId }) : NO_AUTOMATION,
    },
  };
};

/**
 * A closed ticket that a message takes up again: it waits as before, with its attendant, in the queue that still exists.
 * Without one nobody waits for it, and the customer is led to a queue again.
 */
export const reopenedTicket = <T extends Ticket>(
  ticket: T,
  status: 'pending' | 'group',
  queues: Pick<ReadonlyMap<number, unknown>, 'has'>,
): T => {
  const isQueued = ticket.queueId !== null && queues.has(ticket.queueId);
  return {
    ...ticket,
    status,
    ...(isQueued || status === 'group'
      ? {}
      : { userId: null, automation: ticket.contact.disableBot ? NO_AUTOMATION : MENU }),
    queueId: isQueued ? ticket.queueId : null,
    closedAt: null,
    unreadMessages: 0,
  };
};
