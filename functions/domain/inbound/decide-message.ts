import type { Automation } from '@prosa/shared/entities/automation.ts';
import type { Connection } from '@prosa/shared/entities/connection.ts';
import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Message } from '@prosa/shared/entities/message.ts';
import type { CompanySettings } from '@prosa/shared/entities/settings.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import type { DirectoryUser } from '@prosa/shared/entities/user.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { repeatsChoice } from '../messages/chosen.ts';
import { CONSENT, leading, MENU, NO_AUTOMATION } from '../tickets/automation.ts';
import { isFarewell } from './farewell.ts';
import { messageContentOf, withAbout } from './message-fields.ts';
import { refinedSentAt } from './sent-at.ts';

type MessageEvent = InboundEventOf<'message'>;

const MINUTE_MS = 60_000;
/** Time after a ticket closes in which a message of thanks belongs to the closed ticket: 24 hours. */
const FAREWELL_REPLY_WINDOW_MS = 24 * 60 * MINUTE_MS;

export interface InboundState {
  connection: Pick<
    Connection,
    'allowGroup' | 'groupAsTicket' | 'timeCreateNewTicket' | 'queueIds' | 'lgpdMessage'
  >;
  settings: Pick<CompanySettings, 'DirectTicketsToWallets' | 'enableLGPD' | 'lgpdMessage' | 'lgpdConsent'>;
  users: ReadonlyMap<number, Pick<DirectoryUser, 'active' | 'queueIds'>>;
  downloadLimitMb: number;
  contact: Pick<Contact, 'active' | 'isGroup' | 'disableBot' | 'lgpdAcceptedAt'> & {
    walletUserIds?: readonly number[];
  };
  /** The active ticket of contact and connection. */
  activeTicket: Ticket | undefined;
  /** The newest ticket, if none is active. */
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
        | { action: 'stay' }
        | {
            action: 'create';
            status: Exclude<TicketStatus, 'closed'>;
            queueId: number | null;
            userId: number | null;
            isActiveDemand: boolean;
            automation: Automation;
          };
      /** The file to download. */
      file: Extract<MessageEvent['content'], { media: unknown }>['media'] | undefined;
    };

/** Returns whether the connection ignores the message's group. Needs no reads. */
export const isIgnoredGroup = (event: MessageEvent, connection: Pick<Connection, 'allowGroup'>): boolean =>
  event.chat.isGroup && !connection.allowGroup;

const isFarewellReply = (
  { receivedAt }: MessageEvent,
  message: Pick<Message, 'mediaType' | 'body'>,
  { closedAt }: Ticket,
): boolean =>
  closedAt !== null && receivedAt - Date.parse(closedAt) < FAREWELL_REPLY_WINDOW_MS && isFarewell(message);

/** Whether a message repeats the choice that closed its ticket: a rating, a refused consent, or the way out. */
const repeatsEnd = (
  { message, sentAtMs }: { message: MessageContentFields; sentAtMs: number },
  { chosen }: Ticket,
): boolean =>
  !message.fromMe && repeatsChoice(chosen, { ...message, sentAt: new Date(sentAtMs).toISOString() });

const mayReopen = (event: MessageEvent, ticket: Ticket, connection: InboundState['connection']): boolean =>
  connection.timeCreateNewTicket > 0 &&
  event.receivedAt - Date.parse(ticket.activityAt) < connection.timeCreateNewTicket * MINUTE_MS;

/**
 * Returns whether a new ticket starts with the consent question: on every ticket, or until the contact has consented.
 */
const asksForConsent = (event: MessageEvent, { settings, connection, contact }: InboundState): boolean =>
  settings.enableLGPD &&
  `${connection.lgpdMessage}${settings.lgpdMessage}`.trim() !== '' &&
  !event.chat.isGroup &&
  !event.fromMe &&
  event.isStandby !== true &&
  (settings.lgpdConsent || contact.lgpdAcceptedAt === null);

const newTicketStatus = (event: MessageEvent, state: InboundState): 'pending' | 'group' | 'lgpd' => {
  if (event.chat.isGroup && !state.connection.groupAsTicket) return 'group';
  return asksForConsent(event, state) ? 'lgpd' : 'pending';
};

/**
 * Returns the user whose wallet contains the contact, with one of the user's queues: a queue of the connection, if
 * the user works in one.
 */
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

/**
 * Returns the connection's queue if it has exactly one. With more queues, the ticket waits without a queue until the
 * customer chooses.
 */
const soleQueue = (connection: InboundState['connection']): number | null =>
  connection.queueIds.length === 1 ? (connection.queueIds[0] ?? null) : null;

/**
 * Decides whether an inbound message is dropped, or on which ticket it is stored: the active ticket, the last ticket,
 * or a new ticket. The last ticket stays closed if the message only gives thanks, or repeats the choice that closed
 * it. Otherwise it reopens within the connection's `timeCreateNewTicket` minutes.
 */
export const decideInboundMessage = (event: MessageEvent, state: InboundState): InboundDecision => {
  const { connection, contact, activeTicket, lastTicket } = state;
  if (isIgnoredGroup(event, connection)) return { kind: 'drop', reason: 'group-not-allowed' };
  if (!contact.active && !event.fromMe) return { kind: 'drop', reason: 'contact-blocked' };

  const content = withAbout(messageContentOf(event.content, state.downloadLimitMb), event.about);
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
  if (
    lastTicket !== undefined &&
    (isFarewellReply(event, message, lastTicket) || repeatsEnd(stored, lastTicket))
  ) {
    return { ...stored, ticket: { action: 'stay' } };
  }
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
    event.isStandby !== true &&
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
 * Returns a closed ticket as a message reopens it: it waits for its previous attendant, in its queue if that still
 * exists. Without attendant and queue, the customer is asked for a queue again.
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
