import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { ownPlaceOf } from '../../channels/channel.ts';
import { channelOf } from '../../channels/channels.ts';
import { watched } from '../../domain/engine/watch.ts';
import {
  decideInboundMessage,
  type InboundDecision,
  isIgnoredGroup,
} from '../../domain/inbound/decide-message.ts';
import { KEPT_NOWHERE } from '../../domain/message-id.ts';
import { filledTurn, inboundTurn } from '../../domain/turns/inbound-turn.ts';
import { type Turn, ticketOf } from '../../domain/turns/turn.ts';
import { keepObject, storedKey } from '../../platform/blob/blob.ts';
import { log } from '../../platform/log.ts';
import { platformSettings } from '../../platform/platform-settings.ts';
import { WriteConflict } from '../../platform/table/commit.ts';
import { ProviderMessage } from '../../platform/table/entities/messages.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { nextId } from '../../platform/table/updates.ts';
import { commitTurn } from '../../repositories/commit-turn.ts';
import { decideWith } from '../../repositories/engine-world.ts';
import {
  findOwnMessage,
  loadMessage,
  loadProviderMessage,
  type ProviderMessageRow,
} from '../../repositories/messages.ts';
import { loadTicket } from '../../repositories/tickets.ts';
import { conversationKey, rememberedTicket, rememberTicket } from './active-ticket-cache.ts';
import {
  type LoadedConversation,
  loadConversationOf,
  loadNamed,
  type NamedInMessage,
} from './load-conversation.ts';
import type { InboundContext } from './ports.ts';

type MessageEvent = InboundEventOf<'message'>;
export type StoreResult = 'stored' | 'filled' | 'duplicate' | 'dropped';

const BYTES_PER_MB = 1024 * 1024;

/** What is the same however often it is decided again. */
interface Given {
  named: NamedInMessage;
  downloadLimitMb: number;
}

const decisionOn = (
  { directory }: InboundContext,
  event: MessageEvent,
  { downloadLimitMb }: Given,
  loaded: LoadedConversation,
): InboundDecision => {
  const connection = directory.connections.get(event.connectionId);
  if (connection === undefined) throw new Error(`no connection ${event.connectionId}`);
  return decideInboundMessage(event, {
    connection,
    settings: directory.settings,
    users: directory.users,
    downloadLimitMb,
    contact: loaded.contact ?? contactOf(loaded),
    activeTicket: loaded.activeTicket,
    lastTicket: loaded.lastTicket,
  });
};

/** The contact as its ticket remembers it, where that was enough to read. */
const contactOf = ({ activeTicket }: LoadedConversation): Ticket['contact'] => {
  if (activeTicket === undefined) throw new Error('neither the contact was read nor a ticket of it');
  return activeTicket.contact;
};

const aboutTicket = (event: MessageEvent, contactId: number, ticketId: number | undefined) => ({
  channel: channelOf(event),
  subject: { ticketId, contactId, connectionId: event.connectionId },
});

/** The message instead of the placeholder that stands for it; a message that is there already stays as it is. */
const fill = async (
  context: InboundContext,
  event: MessageEvent,
  given: Given,
  loaded: LoadedConversation,
  messageId: string,
): Promise<StoreResult> => {
  const { table, ids } = context;
  const before = await loadMessage(table, messageId);
  const decision = decisionOn(context, event, given, loaded);
  if (before === undefined || decision.kind === 'drop') return 'duplicate';
  const ticket = await loadTicket(table, before.ticketId);
  const file = {
    fileKey: storedKey(event.companyId, ids.uuid()),
    maxFileBytes: given.downloadLimitMb * BYTES_PER_MB,
  };
  const message = { event, decision, named: given.named, ...file };
  const turn = await decideWith(context, aboutTicket(event, before.contactId, before.ticketId), (world) =>
    filledTurn({ before, ticket }, message, world, context),
  );
  if (turn === undefined) return 'duplicate';
  await commitTurn(table, watched(turn, context.directory, context), context);
  return 'filled';
};

/** The turn that a message makes; undefined where it is dropped. */
const decide = async (
  context: InboundContext,
  event: MessageEvent,
  given: Given,
  loaded: LoadedConversation,
  parked: ProviderMessageRow | undefined,
): Promise<Turn | undefined> => {
  const { table, directory, ids } = context;
  const { named, downloadLimitMb } = given;
  const decision = decisionOn(context, event, given, loaded);
  if (decision.kind === 'drop') {
    log.info('message dropped', { metric: 'message-dropped', reason: decision.reason });
    return undefined;
  }
  const message = {
    event,
    decision,
    loaded,
    named,
    parked,
    ticketId: decision.ticket.action === 'create' ? await nextId(table, 'ticket') : undefined,
    fileKey: storedKey(event.companyId, ids.uuid()),
    maxFileBytes: downloadLimitMb * BYTES_PER_MB,
  };
  const ticket = loaded.activeTicket ?? (decision.ticket.action === 'reopen' ? loaded.lastTicket : undefined);
  const contactId = loaded.contact?.id ?? ticket?.contactId ?? 0;
  const turn = await decideWith(context, aboutTicket(event, contactId, ticket?.id), (world) =>
    inboundTurn(message, world, context),
  );
  return watched(turn, directory, context);
};

/** The files that a turn's messages carry, where these say they are. */
const putCopies = async ({ copies }: Turn): Promise<void> => {
  await Promise.all(
    copies.map(({ from, to, mimeType, fileName }) => keepObject(from, to, mimeType, fileName)),
  );
};

/** Our own send as its provider tells it back: stored when it was sent, or meant for no ticket. No read for others' ids. */
const isOwnEcho = async ({ table }: InboundContext, event: MessageEvent): Promise<boolean> => {
  const { fromMe, connectionId, providerMessageId } = event;
  if (!fromMe) return false;
  const channel = channelOf(event);
  if (ownPlaceOf(channel, connectionId, providerMessageId)?.contactId === KEPT_NOWHERE) return true;
  return (await findOwnMessage(table, channel, connectionId, providerMessageId)) !== undefined;
};

/**
 * Stores a message once for ever, on the one active ticket of its contact and connection: loads the conversation,
 * decides, commits the turn, and remembers the ticket.
 *
 * Calls on the usual way, a text on a ticket that this container has seen: one consistent read (the ticket, 1 read
 * unit) and one transaction of three puts: message (2 write units), provider marker (2), ticket (4, and 2 to 8 in its
 * indexes). From the identities alone: four consistent reads instead of one. A message for which a placeholder stands
 * takes its place.
 */
export const storeMessage = async (context: InboundContext, event: MessageEvent): Promise<StoreResult> => {
  const { table, directory } = context;
  const connection = directory.connections.get(event.connectionId);
  if (connection === undefined) throw new Error(`no connection ${event.connectionId}`);
  if (isIgnoredGroup(event, connection)) return 'dropped';
  if (await isOwnEcho(context, event)) return 'duplicate';
  const key = conversationKey(event);
  const given: Given = {
    named: await loadNamed(context, event),
    downloadLimitMb: 'media' in event.content ? (await platformSettings()).downloadLimit : 0,
  };
  let parked: ProviderMessageRow | undefined;
  return retryOnConflict(async () => {
    const loaded = await loadConversationOf(context, event, rememberedTicket(key));
    const turn = await decide(context, event, given, loaded, parked);
    if (turn === undefined) return 'dropped';
    try {
      await putCopies(turn);
      await commitTurn(table, turn, context);
    } catch (error) {
      if (!(error instanceof WriteConflict && error.failedOn(ProviderMessage))) throw error;
      parked = await loadProviderMessage(table, event.connectionId, event.providerMessageId);
      if (parked?.messageId != null) return fill(context, event, given, loaded, parked.messageId);
      throw error;
    }
    rememberTicket(key, ticketOf(turn).id);
    return 'stored';
  });
};
