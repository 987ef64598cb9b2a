import type { Contact } from '@prosa/shared/entities/contact.ts';
import { isPlaceholder, type Message, type ProviderMessage } from '@prosa/shared/entities/message.ts';
import type { Conversation, Ticket } from '@prosa/shared/entities/ticket.ts';
import { isActiveStatus } from '@prosa/shared/entities/ticket-terms.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { customerTurn } from '../engine/customer-turn.ts';
import type { EngineWorld } from '../engine/world.ts';
import { type InboundDecision, reopenedTicket } from '../inbound/decide-message.ts';
import { withParkedChanges } from '../inbound/message-change.ts';
import { quotedSnapshot } from '../messages/outbound-content.ts';
import { later, ticketAfterMessage } from '../messages/ticket-after-message.ts';
import { newTracking } from '../tickets/tracking.ts';
import { changedMessageTurn, takenIn } from './message-turns.ts';
import { newTicket, stepTicket } from './ticket-turns.ts';
import {
  type Moment,
  mergeTurns,
  type Stored,
  type Turn,
  type TurnPiece,
  ticketOf,
  turnOn,
  withTicket,
} from './turn.ts';

type StoreDecision = Extract<InboundDecision, { kind: 'store' }>;

export interface InboundMessage {
  event: InboundEventOf<'message'>;
  decision: StoreDecision;
  loaded: {
    contact: Stored<Contact> | undefined;
    conversation: Stored<Conversation> | undefined;
    activeTicket: Stored<Ticket> | undefined;
    lastTicket: Stored<Ticket> | undefined;
  };
  named: { participant: Message['participant']; quoted: Message | undefined };
  /** What came for the message's id before it. */
  parked: Stored<ProviderMessage> | undefined;
  /** The number of the ticket, where one is made. */
  ticketId: number | undefined;
  /** Where its file is to be put, where it has one. */
  fileKey: string;
  maxFileBytes: number;
}

/** All tries to fetch a file, the slowest ones, take less. */
const MEDIA_CHECK_AFTER_MS = 15 * 60 * 1000;

/** The ticket that takes a message: the active one, the last one taken up again, or a new one. */
const ticketTurn = (
  { event, decision, loaded, ticketId }: InboundMessage,
  world: EngineWorld,
  moment: Moment,
): Turn => {
  const { activeTicket, lastTicket, contact, conversation } = loaded;
  const { ticket } = decision;
  if (ticket.action === 'continue' && activeTicket !== undefined) return turnOn(activeTicket);
  if (ticket.action === 'reopen' && lastTicket !== undefined) {
    const status = lastTicket.isGroup && !world.connection.groupAsTicket ? 'group' : 'pending';
    const after = reopenedTicket<Ticket>(lastTicket, status, world.queues);
    return stepTicket(
      {
        before: lastTicket,
        after,
        logs: [{ type: 'reopen', queueId: after.queueId }],
        tracking: { before: undefined, after: newTracking(after, moment) },
        surroundings: { conversation },
      },
      moment,
    );
  }
  if (ticket.action !== 'create' || contact === undefined || ticketId === undefined)
    throw new Error('no ticket to store the message on');
  const { action: _action, ...fields } = ticket;
  const { connectionId, channel } = event;
  const { vacationToldUntil = null, said = null } = lastTicket ?? {};
  return newTicket(
    { ...fields, ticketId, contact, connectionId, channel, conversation, vacationToldUntil, said },
    moment,
  );
};

/** The message's file, asked for in its transaction. A channel that fetches nothing leaves it to the check. */
const filePiece = (
  {
    decision: { file },
    fileKey,
    maxFileBytes,
  }: Pick<InboundMessage, 'decision' | 'fileKey' | 'maxFileBytes'>,
  message: Message,
  { channel }: Pick<EngineWorld, 'channel'>,
  moment: Moment,
): TurnPiece => {
  if (file === undefined) return {};
  const { companyId, connectionId, contactId } = message;
  const command = {
    v: 1,
    type: 'fetch-media',
    companyId,
    connectionId,
    messageId: message.id,
    key: fileKey,
    media: file,
    maxBytes: maxFileBytes,
  } as const;
  return {
    calls: channel.canSend ? [channel.call(command, contactId)] : [],
    timers: [{ kind: 'media-check', subject: message.id, dueAt: moment.nowMs + MEDIA_CHECK_AFTER_MS }],
  };
};

/** A ticket that knows when its contact was heard, where that opens a reply window. */
const heardOn = (
  ticket: Ticket,
  { isFreeEntry }: InboundMessage['event'],
  { fromMe, sentAt }: Message,
  { capabilities }: EngineWorld['channel'],
): Ticket =>
  capabilities.replyWindow === null || fromMe
    ? ticket
    : {
        ...ticket,
        heardAt: later(ticket.heardAt ?? '', sentAt),
        freeEntryAt: isFreeEntry === true ? later(ticket.freeEntryAt ?? '', sentAt) : ticket.freeEntryAt,
      };

/**
 * A message that came in, as a turn: stored under its provider's id once for ever, on its ticket, with what the system
 * says to it and the file that is to be fetched.
 */
export const inboundTurn = (message: InboundMessage, world: EngineWorld, moment: Moment): Turn => {
  const { event, decision, named, parked } = message;
  const { secret = '' } = event;
  const begun = ticketTurn(message, world, moment);
  const ticket = ticketOf(begun);
  const row = takenIn(
    ticket,
    {
      ...decision.message,
      providerMessageId: event.providerMessageId,
      secret,
      participant: named.participant,
      quoted:
        named.quoted === undefined
          ? null
          : quotedSnapshot(named.quoted, {
              ticketId: ticket.id,
              queueId: ticket.queueId,
            }),
    },
    decision.sentAtMs,
    moment,
  );
  const stored = withParkedChanges(row, parked?.parked ?? [], world.settings);
  const { companyId, connectionId, id } = stored;
  const marker = { companyId, connectionId, providerMessageId: event.providerMessageId, messageId: id };
  const taken = mergeTurns(
    withTicket(begun, (before) => ticketAfterMessage(heardOn(before, event, stored, world.channel), stored)),
    { messages: [{ before: undefined, after: stored }], markers: [{ before: parked, after: marker }] },
    filePiece(message, stored, world, moment),
  );
  return customerTurn(taken, stored, world, moment);
};

/**
 * A placeholder whose message came after all, as a turn: it gets its content in its place, read or unread as it was.
 * undefined where there is nothing to fill: it is no placeholder any more, or was deleted meanwhile.
 */
export const filledTurn = (
  placeholder: { before: Stored<Message>; ticket: Stored<Ticket> | undefined },
  message: Pick<InboundMessage, 'event' | 'decision' | 'named' | 'fileKey' | 'maxFileBytes'>,
  world: EngineWorld,
  moment: Moment,
): Turn | undefined => {
  const { before, ticket } = placeholder;
  const { event, decision, named } = message;
  if (!isPlaceholder(before) || before.isDeleted || event.content.kind === 'placeholder') return undefined;
  const { body, mediaType, media, dataJson, isForwarded } = decision.message;
  const { secret = '' } = event;
  const after: Message = {
    ...before,
    mediaType,
    media,
    dataJson,
    isForwarded,
    // An edit may have been readable before what it edits.
    body: before.isEdited ? before.body : body,
    secret,
    quoted: named.quoted === undefined ? null : quotedSnapshot(named.quoted, before),
  };
  const filled = mergeTurns(
    changedMessageTurn(before, after, ticket),
    filePiece(message, after, world, moment),
  );
  return ticket === undefined || !isActiveStatus(ticket.status)
    ? filled
    : customerTurn(mergeTurns(turnOn(ticket), filled), after, world, moment);
};
