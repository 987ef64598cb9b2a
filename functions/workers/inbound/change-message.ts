import type { MessageChange } from '@prosa/shared/entities/message.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { ownPlaceOf } from '../../channels/channel.ts';
import { channelOf } from '../../channels/channels.ts';
import { act, portsAt } from '../../conversations/act.ts';
import { asSystem } from '../../conversations/actor.ts';
import { emptyScene } from '../../conversations/scene.ts';
import { arrivalOf, type Dated } from '../../domain/dated-change.ts';
import { providerName } from '../../domain/inbound/contact-after-message.ts';
import { ACCEPTED, changedMessage, parkedWith } from '../../domain/inbound/message-change.ts';
import { type Claim, mayChange } from '../../domain/inbound/message-claim.ts';
import { partId } from '../../domain/inbound/message-parts.ts';
import { believedSentAt } from '../../domain/inbound/sent-at.ts';
import { KEPT_NOWHERE, parseMessageId } from '../../domain/message-id.ts';
import { messagePreview } from '../../domain/messages/message-preview.ts';
import { changedMessageTurn } from '../../domain/turns/message-turns.ts';
import { settledUnder } from '../../domain/turns/settled-send.ts';
import { instantOf, type Moment, mergeTurns, type Turn } from '../../domain/turns/turn.ts';
import { toInstant } from '../../platform/clock.ts';
import { sha256 } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { raiseAck } from '../../platform/table/updates.ts';
import { loadContact } from '../../repositories/contacts/contacts.ts';
import {
  findOwnMessage,
  loadMessage,
  loadProviderMessage,
  type MessageRow,
  type ProviderMessageRow,
} from '../../repositories/tickets/messages.ts';
import { loadTicket, type TicketRow } from '../../repositories/tickets/tickets.ts';
import { changeReceiver, receiverNamedBy } from './campaign-outcome.ts';
import { loadNamedMessage, type NamedMessage } from './named-message.ts';
import type { InboundContext } from './ports.ts';

export type ChangeEvent = InboundEventOf<
  'receipt' | 'send-failure' | 'reaction' | 'edit' | 'revoke' | 'poll-vote' | 'pin'
>;

type Chat = InboundEventOf<'message'>['chat'];

const DIGEST_CHARS = 16;

/**
 * Returns an identifier for each known id of a person who reacted or voted. No view shows them, because a number can be
 * found from its digest by trying all numbers.
 */
const personsIds = ({ fromMe, chat }: InboundEventOf<'reaction' | 'poll-vote'>): [string, ...string[]] => {
  if (fromMe) return ['me'];
  const [first, ...more] = (chat.participant?.identities ?? []).map(({ kind, value }) =>
    sha256(`${kind}:${value}`).slice(0, DIGEST_CHARS),
  );
  return first === undefined ? ['contact'] : [first, ...more];
};

/** Returns the time of a change, and its arrival: its id and content distinguish it from others of the same second. */
const datedBy = (
  event: InboundEventOf<'reaction' | 'edit' | 'poll-vote' | 'pin'>,
  content: string | number | readonly string[] | null,
): Dated => {
  const { sentAt, receivedAt } = event;
  const id = event.type === 'reaction' ? event.providerMessageId : (event.changeId ?? '');
  return {
    at: toInstant(believedSentAt(sentAt, receivedAt)),
    arrival: arrivalOf(receivedAt, id, content),
  };
};

/** Returns the chat that asks for a change. An event of an earlier release may name none. */
const claimOf = ({ chat }: { chat?: Chat | undefined }): Claim => {
  if (chat === undefined) return {};
  const { identities: from, participant } = chat;
  return participant === undefined ? { from } : { from, writer: participant.identities };
};

const changeOf = (event: ChangeEvent): { target: string; change: MessageChange } => {
  switch (event.type) {
    case 'receipt':
      return { target: event.providerMessageId, change: { type: 'receipt', ack: event.ack } };
    case 'send-failure':
      return { target: event.providerMessageId, change: { type: 'send-failure', reason: event.reason } };
    case 'reaction':
      return {
        target: event.targetProviderMessageId,
        change: {
          type: 'reaction',
          reaction: {
            emoji: event.emoji,
            fromMe: event.fromMe,
            name: providerName(event.chat.participant?.name),
            ...datedBy(event, event.emoji),
            by: personsIds(event)[0],
          },
          ...claimOf(event),
        },
      };
    case 'edit':
      return {
        target: event.targetProviderMessageId,
        change: {
          type: 'edit',
          fromMe: event.fromMe,
          text: event.text,
          ...datedBy(event, event.text),
          ...claimOf(event),
        },
      };
    case 'revoke':
      return {
        target: event.targetProviderMessageId,
        change: { type: 'revoke', fromMe: event.fromMe, ...claimOf(event) },
      };
    case 'poll-vote':
      return {
        target: event.targetProviderMessageId,
        change: {
          type: 'vote',
          texts: event.options,
          vote: {
            fromMe: event.fromMe,
            name: providerName(event.chat.participant?.name),
            ...datedBy(event, event.options),
            by: personsIds(event),
          },
          ...claimOf(event),
        },
      };
    case 'pin':
      return {
        target: event.targetProviderMessageId,
        change: {
          type: 'pin',
          until: event.until === null ? null : toInstant(event.until),
          ...datedBy(event, event.until),
          ...claimOf(event),
        },
      };
  }
};

/** Parks the change on the marker of its message's id. */
const parkedTurn = (
  { companyId, connectionId }: ChangeEvent,
  providerMessageId: string,
  change: MessageChange,
  before: ProviderMessageRow | undefined,
  moment: Moment,
): Turn =>
  mergeTurns({
    markers: [
      {
        before,
        after: {
          companyId,
          connectionId,
          providerMessageId,
          messageId: null,
          parked: parkedWith(before?.parked ?? [], change),
          parkedAt: instantOf(moment),
        },
      },
    ],
  });

/** Applies a receipt of a message under an id of ours: one update. Returns false if there is no such message. */
const raiseOwnAck = async (
  { table }: InboundContext,
  event: ChangeEvent,
  target: string,
  ack: number,
): Promise<boolean> => {
  const place = ownPlaceOf(channelOf(event), event.connectionId, target);
  return place !== undefined && (await raiseAck(table, place, ack)) !== 'absent';
};

/**
 * Whether the sender may change the message. One read, none for what the provider reports; two more for a message of a
 * contact that was merged into another.
 */
const isTheirs = async (
  { table }: InboundContext,
  change: MessageChange,
  message: MessageRow,
): Promise<boolean> => {
  if (change.type === 'receipt' || change.type === 'send-failure') return true;
  const contact = await loadContact(table, message.contactId);
  if (contact !== undefined) return mayChange(change, message, contact.identities);
  const ticket = await loadTicket(table, message.ticketId);
  const kept = ticket === undefined ? undefined : await loadContact(table, ticket.contactId);
  return kept !== undefined && mayChange(change, message, kept.identities);
};

/** The target of a change: its message, or the marker where the change waits for the message. */
interface Target {
  before: MessageRow | undefined;
  /** The ticket whose preview may show the message. */
  ticket: TicketRow | undefined;
  /** Set if the message is not stored yet. */
  marker: ProviderMessageRow | undefined;
  isParked: boolean;
  /** The message that the update names, if its id names none. */
  named: NamedMessage | undefined;
}

const NO_TARGET: Target = {
  before: undefined,
  ticket: undefined,
  marker: undefined,
  isParked: false,
  named: undefined,
};

/** Returns the message with the ticket that shows it, if the sender may make the change. */
const targetOf = async (
  context: InboundContext,
  before: MessageRow,
  change: MessageChange,
): Promise<Target> => {
  if (!(await isTheirs(context, change, before))) {
    log.warn('change of a foreign message refused', { metric: 'foreign-change', change: change.type });
    return NO_TARGET;
  }
  const after = changedMessage(before, change, context.directory.settings);
  const isShown = messagePreview(before) !== messagePreview(after);
  const ticket = isShown ? await loadTicket(context.table, before.ticketId) : undefined;
  return { ...NO_TARGET, before, ticket };
};

const findTarget = async (
  context: InboundContext,
  event: ChangeEvent,
  target: string,
  change: MessageChange,
): Promise<Target> => {
  const { table } = context;
  if (change.type !== 'receipt') {
    const own = await findOwnMessage(table, channelOf(event), event.connectionId, target);
    if (own !== undefined) return targetOf(context, own, change);
  }
  const marker = await loadProviderMessage(table, event.connectionId, target);
  if (marker?.messageId == null)
    return { ...NO_TARGET, marker, isParked: true, named: await loadNamedMessage(context, event) };
  // The delivery of an edit says nothing about the status of its message, and nobody reacts to an edit.
  if (marker.change !== undefined) return NO_TARGET;
  if (change.type === 'receipt') {
    const place = parseMessageId(marker.messageId);
    // A message with a marker was accepted; since then, it may have failed.
    if (place !== undefined && change.ack > ACCEPTED) await raiseAck(table, place, change.ack);
    return NO_TARGET;
  }
  const before = await loadMessage(table, marker.messageId);
  // Absent, because it was removed with its ticket.
  if (before === undefined) return NO_TARGET;
  // An earlier attempt failed, which a newer one replaces.
  if (change.type === 'send-failure' && before.providerMessageId !== target) return NO_TARGET;
  return targetOf(context, before, change);
};

/**
 * Settles the message that an update names under the provider's id, because its process ended before it could report
 * the id. Undefined if the update names no message, or an earlier attempt.
 */
const settledByName = (
  event: ChangeEvent,
  { named, marker }: Target,
  target: string,
  change: MessageChange,
  settings: Parameters<typeof settledUnder>[2],
): Turn | undefined => {
  if (named === undefined) return undefined;
  const sent = { attempt: named.attempt, providerMessageId: target, takenAtMs: event.receivedAt };
  return settledUnder({ ...named, marker, echo: undefined }, sent, settings, [change]);
};

const changeOne = async (context: InboundContext, event: ChangeEvent): Promise<void> => {
  const { target, change } = changeOf(event);
  const { settings } = context.directory;
  const receiver = receiverNamedBy(event, target);
  if (receiver !== undefined) return changeReceiver(context, receiver, change);
  if (ownPlaceOf(channelOf(event), event.connectionId, target)?.contactId === KEPT_NOWHERE) return;
  if (change.type === 'receipt' && (await raiseOwnAck(context, event, target, change.ack))) return;
  const open = async () => ({
    ...emptyScene(asSystem(context.directory)),
    ...(await findTarget(context, event, target, change)),
  });
  await act(portsAt(context), open, (found, _world, moment) => {
    const { before, ticket, marker, isParked } = found;
    if (isParked) {
      const settled = settledByName(event, found, target, change, settings);
      return settled ?? parkedTurn(event, target, change, marker, moment);
    }
    if (before === undefined) return undefined;
    const after = changedMessage(before, change, settings);
    return after === before ? undefined : changedMessageTurn(before, after, ticket);
  });
};

/** Deletes the further parts of a provider's message. One read more than it has further parts. */
const revokeFurtherParts = async (
  context: InboundContext,
  event: InboundEventOf<'revoke'>,
): Promise<void> => {
  for (let position = 1; ; position++) {
    const targetProviderMessageId = partId(event.targetProviderMessageId, position);
    const marker = await loadProviderMessage(context.table, event.connectionId, targetProviderMessageId);
    if (marker === undefined) return;
    await changeOne(context, { ...event, targetProviderMessageId });
  }
};

/**
 * Applies a receipt, failure, reaction, edit, deletion, vote or pin of a message. A change that arrives before its message is
 * parked on the message's provider marker and applied when the message is stored, so the order does not matter and
 * nothing waits. A change of a message that we do not store is ignored.
 *
 * Calls: a receipt of a message that we sent takes one update (1 write unit), of a message sent elsewhere one more
 * consistent read; the other changes two to four reads and one write. A deletion takes one more read on a channel
 * whose provider assigns the ids.
 */
export const changeMessage = async (context: InboundContext, event: ChangeEvent): Promise<void> => {
  await changeOne(context, event);
  if (event.type === 'revoke' && channelOf(event).ids.of === 'provider')
    await revokeFurtherParts(context, event);
};
