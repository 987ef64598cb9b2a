import type { MessageChange } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { ownPlaceOf } from '../../channels/channel.ts';
import { channelOf } from '../../channels/channels.ts';
import { commitDecision, type Decide, decideOn } from '../../conversations/act.ts';
import { conversationKey, rememberTicket } from '../../conversations/active-ticket-cache.ts';
import { asSystem } from '../../conversations/actor.ts';
import { copyFile } from '../../conversations/copy-file.ts';
import { loadNamed, type MessageEvent, type NamedInMessage } from '../../conversations/find-conversation.ts';
import * as openScene from '../../conversations/open-scene.ts';
import { type EventScene, emptyScene } from '../../conversations/scene.ts';
import {
  answeredDecision,
  answeredTurn,
  type CampaignReply,
  isAnsweredByRules,
} from '../../domain/campaigns/answered-turn.ts';
import { engineWorld, newTicketNumber } from '../../domain/engine/world.ts';
import {
  decideInboundMessage,
  type InboundDecision,
  isIgnoredGroup,
} from '../../domain/inbound/decide-message.ts';
import { mayChange } from '../../domain/inbound/message-claim.ts';
import { wholeIdOf } from '../../domain/inbound/message-parts.ts';
import { isKeptNowhere } from '../../domain/message-id.ts';
import { filledTurn, inboundTurn } from '../../domain/turns/inbound-turn.ts';
import { ticketOf } from '../../domain/turns/turn.ts';
import { contactPictureKey, storedKey } from '../../platform/blob/file-keys.ts';
import { log } from '../../platform/log.ts';
import { platformSettings } from '../../platform/platform-settings.ts';
import { WriteConflict } from '../../platform/table/commit.ts';
import { ProviderMessage } from '../../platform/table/entities/messages.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import {
  findOwnMessage,
  loadMessage,
  loadProviderMessage,
  type ProviderMessageRow,
} from '../../repositories/tickets/messages.ts';
import { loadTicket } from '../../repositories/tickets/tickets.ts';
import { findAnswered } from './campaign-answer.ts';
import type { InboundContext } from './ports.ts';
import { settleEcho } from './settle-echo.ts';

export type StoreResult = 'stored' | 'filled' | 'duplicate' | 'dropped';

const BYTES_PER_MB = 1024 * 1024;

/** Inputs that stay the same when the decision is repeated after a write conflict. */
interface Given {
  named: NamedInMessage;
  downloadLimitMb: number;
  isDeleted: boolean;
}

/** Returns the contact from its ticket's copy, if only the ticket was read. */
const contactOf = ({
  contact,
  activeTicket,
}: EventScene): Ticket['contact'] | NonNullable<typeof contact> => {
  const known = contact ?? activeTicket?.contact;
  if (known === undefined) throw new Error('neither the contact was read nor a ticket of it');
  return known;
};

const decisionOn = (scene: EventScene, { downloadLimitMb }: Given): InboundDecision => {
  const { directory, event, activeTicket, lastTicket } = scene;
  const connection = directory.connections.get(event.connectionId);
  if (connection === undefined) throw new Error(`no connection ${event.connectionId}`);
  return decideInboundMessage(event, {
    connection,
    settings: directory.settings,
    users: directory.users,
    downloadLimitMb,
    contact: contactOf(scene),
    activeTicket,
    lastTicket,
  });
};

const fileOf = ({ companyId }: MessageEvent, { downloadLimitMb }: Given, { ids }: InboundContext) => ({
  fileKey: storedKey(companyId, ids.uuid()),
  maxFileBytes: downloadLimitMb * BYTES_PER_MB,
});

/** Replaces a placeholder with its message; a message that is already stored stays unchanged. */
const fill = async (
  context: InboundContext,
  scene: EventScene,
  given: Given,
  messageId: string,
): Promise<StoreResult> => {
  const { table } = context;
  const { event } = scene;
  const before = await loadMessage(table, messageId);
  const decision = decisionOn(scene, given);
  if (before === undefined || decision.kind === 'drop') return 'duplicate';
  const ticket = await loadTicket(table, before.ticketId);
  const message = { event, decision, named: given.named, ...fileOf(event, given, context) };
  const filled = await decideOn(emptyScene(scene.actor), context, (_scene, world, moment) =>
    filledTurn({ before, ticket }, message, engineWorld(world, channelOf(event), event.connectionId), moment),
  );
  if (filled === undefined) return 'duplicate';
  // Its ticket began with the placeholder, so only the campaign hears of it.
  const answered = await findAnswered(context, scene);
  await commitDecision(filled, answered?.items, copyFile);
  return 'filled';
};

/** Returns the turn that stores a message. */
const stored =
  (
    context: InboundContext,
    given: Given,
    decided: Extract<InboundDecision, { kind: 'store' }>,
    parked: ProviderMessageRow | undefined,
    reply: CampaignReply | undefined,
  ): Decide<EventScene> =>
  (scene, world, moment) => {
    const decision = reply === undefined ? decided : answeredDecision(decided, reply, scene.directory.queues);
    const isSilent = reply !== undefined && !isAnsweredByRules(decision, reply);
    // As if another program answered: an opt-out needs no further answer.
    const event = isSilent ? { ...scene.event, isStandby: true } : scene.event;
    const message = {
      event,
      decision,
      loaded: scene,
      named: given.named,
      parked,
      isDeleted: given.isDeleted,
      ticketId: decision.ticket.action === 'create' ? newTicketNumber(world) : undefined,
      ...fileOf(event, given, context),
      pictureKeyOf: (contactId: number) => contactPictureKey(event.companyId, contactId),
    };
    const engine = engineWorld(world, channelOf(event), event.connectionId);
    const taken = inboundTurn(message, engine, moment);
    return reply === undefined ? taken : answeredTurn(taken, decision, reply, engine, moment);
  };

/**
 * Whether the message is the provider's echo of our own send, which was stored when sent or belongs to no ticket. No
 * read for other ids.
 */
const isOwnEcho = async ({ table }: InboundContext, event: MessageEvent): Promise<boolean> => {
  const { fromMe, connectionId, providerMessageId } = event;
  if (!fromMe) return false;
  const channel = channelOf(event);
  const place = ownPlaceOf(channel, connectionId, providerMessageId);
  if (place !== undefined && isKeptNowhere(place)) return true;
  return (await findOwnMessage(table, channel, connectionId, providerMessageId)) !== undefined;
};

/**
 * Whether the message is a further part of one that the contact deleted before this part arrived. Up to two reads for
 * a further part, none for other messages.
 */
const isPartOfDeleted = async ({ table }: InboundContext, event: MessageEvent): Promise<boolean> => {
  const wholeId = channelOf(event).ids.of === 'ours' ? undefined : wholeIdOf(event.providerMessageId);
  const marker =
    wholeId === undefined ? undefined : await loadProviderMessage(table, event.connectionId, wholeId);
  if (marker === undefined) return false;
  const isDeletion = (change: MessageChange) =>
    change.type === 'revoke' &&
    change.fromMe === event.fromMe &&
    mayChange(change, { participant: null }, event.chat.identities);
  if (marker.messageId === null) return marker.parked?.some(isDeletion) === true;
  return (await loadMessage(table, marker.messageId))?.isDeleted === true;
};

/**
 * Stores a message exactly once, on the one active ticket of its contact and connection: loads the conversation,
 * decides, commits the turn, and caches the ticket's place.
 *
 * Calls in the usual case, a text on a ticket that this container has seen: one consistent read (the ticket, 1 read
 * unit) and one transaction of three puts: message (2 write units), provider marker (2), ticket (4, and 2 to 8 in its
 * indexes). From the identities alone: four consistent reads instead of one. A message replaces its placeholder, if
 * there is one.
 */
export const storeMessage = async (context: InboundContext, event: MessageEvent): Promise<StoreResult> => {
  const { table, directory } = context;
  const connection = directory.connections.get(event.connectionId);
  if (connection === undefined) throw new Error(`no connection ${event.connectionId}`);
  if (isIgnoredGroup(event, connection)) return 'dropped';
  if ((await isOwnEcho(context, event)) || (await settleEcho(context, event))) return 'duplicate';
  const given: Given = {
    named: await loadNamed(context, event),
    downloadLimitMb: 'media' in event.content ? (await platformSettings()).downloadLimit : 0,
    isDeleted: await isPartOfDeleted(context, event),
  };
  let parked: ProviderMessageRow | undefined;
  return retryOnConflict(async () => {
    const scene = await openScene.byEvent(asSystem(directory), event, context);
    const decided = decisionOn(scene, given);
    if (decided.kind === 'drop')
      log.info('message dropped', { metric: 'message-dropped', reason: decided.reason });
    const answered = decided.kind === 'drop' ? undefined : await findAnswered(context, scene);
    const decision =
      decided.kind === 'drop'
        ? undefined
        : await decideOn(scene, context, stored(context, given, decided, parked, answered?.reply));
    if (decision === undefined) return 'dropped';
    try {
      await commitDecision(decision, answered?.items, copyFile);
    } catch (error) {
      if (!(error instanceof WriteConflict && error.failedOn(ProviderMessage))) throw error;
      parked = await loadProviderMessage(table, event.connectionId, event.providerMessageId);
      if (parked?.messageId != null) return fill(context, scene, given, parked.messageId);
      throw error;
    }
    rememberTicket(conversationKey(event), ticketOf(decision.turn).id);
    return 'stored';
  });
};
