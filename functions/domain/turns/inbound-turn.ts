import type { Contact } from '@prosa/shared/entities/contact.ts';
import { isPlaceholder, type Message, type ProviderMessage } from '@prosa/shared/entities/message.ts';
import type { Conversation, Ticket } from '@prosa/shared/entities/ticket.ts';
import { isActiveStatus } from '@prosa/shared/entities/ticket-terms.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { heardTurn } from '../engine/customer-turn.ts';
import { movesBack } from '../engine/lanes.ts';
import type { EngineWorld } from '../engine/world.ts';
import { lacksProfile } from '../inbound/contact-profile.ts';
import { type InboundDecision, reopenedTicket } from '../inbound/decide-message.ts';
import { withParkedChanges } from '../inbound/message-change.ts';
import { quotedIn } from '../messages/outbound-content.ts';
import { later, ticketAfterMessage, ticketAfterThanks } from '../messages/ticket-after-message.ts';
import { newAttendance } from '../tickets/attendance.ts';
import { NO_AUTOMATION } from '../tickets/automation.ts';
import { changedMessageTurn, takenIn } from './message-turns.ts';
import { profileCalls } from './profile-calls.ts';
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
  /** Events for the message's id that arrived before the message. */
  parked: Stored<ProviderMessage> | undefined;
  /** The message is a further part of one that was deleted meanwhile. */
  isDeleted: boolean;
  /** The id of the ticket, if one is created. */
  ticketId: number | undefined;
  /** Storage key for the message's file, if it has one. */
  fileKey: string;
  maxFileBytes: number;
  /** Returns the start of the storage key for a contact's picture. */
  pictureKeyOf: (contactId: number) => string;
}

/** Longer than all attempts to download a file, including slow ones. */
const MEDIA_CHECK_AFTER_MS = 15 * 60 * 1000;

/** Returns the turn of the ticket that gets a message: the active ticket, the last one reopened, or a new one. */
const ticketTurn = (
  { event, decision, loaded, ticketId }: InboundMessage,
  world: EngineWorld,
  moment: Moment,
): Turn => {
  const { activeTicket, lastTicket, contact, conversation } = loaded;
  const { ticket } = decision;
  if (ticket.action === 'continue' && activeTicket !== undefined) return turnOn(activeTicket);
  if (ticket.action === 'stay' && lastTicket !== undefined) return turnOn(lastTicket);
  if (ticket.action === 'reopen' && lastTicket !== undefined) {
    const status = lastTicket.isGroup && !world.connection.groupAsTicket ? 'group' : 'pending';
    const reopened = reopenedTicket<Ticket>(lastTicket, status, world.queues);
    const after = event.isStandby === true ? { ...reopened, automation: NO_AUTOMATION } : reopened;
    return stepTicket(
      {
        before: lastTicket,
        after,
        logs: [{ type: 'reopen', queueId: after.queueId }],
        attendance: { before: undefined, after: newAttendance(after, moment, true) },
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

/**
 * Adds the command to download the message's file, in the message's transaction. For a channel without downloads it
 * adds only the check.
 */
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
    calls: [channel.call(command, contactId)],
    timers: [{ kind: 'media-check', subject: message.id, dueAt: moment.nowMs + MEDIA_CHECK_AFTER_MS }],
  };
};

/** Adds the command to fetch a contact's name and picture, if a ticket begins and one of them is missing or old. */
const profilePiece = (
  { event, decision, loaded: { contact }, pictureKeyOf }: InboundMessage,
  { channel }: Pick<EngineWorld, 'channel'>,
  { nowMs }: Moment,
): TurnPiece => {
  if (decision.ticket.action !== 'create' || contact === undefined || !lacksProfile(contact, nowMs))
    return {};
  return {
    calls: profileCalls(event, { contactId: contact.id, pictureKey: pictureKeyOf(contact.id) }, channel),
  };
};

/** Returns a ticket with the time of the contact's last message, if that opens a reply window. */
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

/** Copies the time of the contact's last message from a closed ticket to its conversation, for the next ticket. */
const heardAgain = (
  { heardAt }: Ticket,
  conversation: InboundMessage['loaded']['conversation'],
): TurnPiece =>
  conversation === undefined || heardAt === null || heardAt <= (conversation.heardAt ?? '')
    ? {}
    : { conversations: [{ before: conversation, after: { ...conversation, heardAt } }] };

/** Returns the turn with the automatic answers to a message; without them if another program answers. */
const answered = (
  taken: Turn,
  message: Message,
  { isStandby }: Pick<InboundMessage['event'], 'isStandby'>,
  world: EngineWorld,
  moment: Moment,
): Turn => (isStandby === true ? taken : heardTurn(taken, message, world, moment));

/**
 * Stores an inbound message as a turn: idempotent by the provider's id, on its ticket, with the automatic answers and
 * the download of its file.
 */
export const inboundTurn = (message: InboundMessage, world: EngineWorld, moment: Moment): Turn => {
  const { event, decision, named, parked, isDeleted } = message;
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
      quoted: quotedIn(ticket.contactId, named.quoted, { ticketId: ticket.id, queueId: ticket.queueId }),
    },
    decision.sentAtMs,
    moment,
  );
  const from = [...event.chat.identities];
  const deletion = isDeleted ? [{ type: 'revoke', fromMe: event.fromMe, from } as const] : [];
  const stored = withParkedChanges(row, [...(parked?.parked ?? []), ...deletion], world.settings, [
    ...from,
    ...(message.loaded.contact?.identities ?? []),
  ]);
  const { companyId, connectionId, id } = stored;
  const marker = { companyId, connectionId, providerMessageId: event.providerMessageId, messageId: id };
  const ticketAfter = decision.ticket.action === 'stay' ? ticketAfterThanks : ticketAfterMessage;
  const taken = mergeTurns(
    withTicket(begun, (before) => ticketAfter(heardOn(before, event, stored, world.channel), stored)),
    { messages: [{ before: undefined, after: stored }], markers: [{ before: parked, after: marker }] },
    filePiece(message, stored, world, moment),
    profilePiece(message, world, moment),
  );
  if (decision.ticket.action === 'stay')
    return mergeTurns(taken, heardAgain(ticketOf(taken), message.loaded.conversation));
  const placed = stored.fromMe ? taken : movesBack(taken, world, moment);
  return answered(placed, stored, event, world, moment);
};

/**
 * Returns the turn that fills a placeholder when its message becomes readable. The message keeps its position and its
 * unread state. undefined if the message is no longer a placeholder, or was deleted.
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
    // An edit may have become readable before the message that it edits.
    body: before.isEdited ? before.body : body,
    secret,
    quoted: quotedIn(before.contactId, named.quoted, before),
  };
  const filled = mergeTurns(
    changedMessageTurn(before, after, ticket),
    filePiece(message, after, world, moment),
  );
  return ticket === undefined || !isActiveStatus(ticket.status)
    ? filled
    : answered(mergeTurns(turnOn(ticket), filled), after, event, world, moment);
};
