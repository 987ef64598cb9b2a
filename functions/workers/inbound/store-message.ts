import type { Message } from '@prosa/shared/entities/message.ts';
import { isActiveStatus, type Ticket } from '@prosa/shared/entities/ticket.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { isUpToDate } from '../../domain/inbound/contact-after-message.ts';
import {
  decideInboundMessage,
  type InboundDecision,
  isIgnoredGroup,
  reopenedTicket,
} from '../../domain/inbound/decide-message.ts';
import { withParkedChanges } from '../../domain/inbound/message-change.ts';
import { messagePreview } from '../../domain/messages/message-preview.ts';
import { quotedSnapshot } from '../../domain/messages/outbound-content.ts';
import { ticketAfterMessage } from '../../domain/messages/ticket-after-message.ts';
import { storedKey } from '../../platform/blob/blob.ts';
import { log } from '../../platform/log.ts';
import { platformSettings } from '../../platform/platform-settings.ts';
import { sessionCommandItem } from '../../platform/queue/outbox-item.ts';
import { commit, WriteConflict, type WriteItem } from '../../platform/table/commit.ts';
import { Message as MessageEntity, ProviderMessage } from '../../platform/table/entities.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { nextId } from '../../platform/table/updates.ts';
import { setTimerItem } from '../../platform/timers/set-timer.ts';
import { automaticAnswerItems } from '../../repositories/automatic-answers.ts';
import type { ContactRow } from '../../repositories/contacts.ts';
import { ensureContact } from '../../repositories/ensure-contact.ts';
import {
  findMessageByProviderId,
  loadProviderMessage,
  type MessageRow,
  newMessageRow,
  type ProviderMessageRow,
  providerMarkerItem,
} from '../../repositories/messages.ts';
import {
  type ConversationRow,
  loadConversation,
  loadTicket,
  newTicketItems,
  replaceTicket,
  startTracking,
  type TicketRow,
  ticketTransitionItems,
} from '../../repositories/tickets.ts';
import { conversationKey, rememberedTicket, rememberTicket } from './active-ticket-cache.ts';
import type { InboundContext } from './ports.ts';

type MessageEvent = InboundEventOf<'message'>;
type StoreDecision = Extract<InboundDecision, { kind: 'store' }>;
export type StoreResult = 'stored' | 'duplicate' | 'dropped';

interface Loaded {
  /** Absent on the short way, where the ticket's snapshot tells enough. */
  contact: ContactRow | undefined;
  conversation: ConversationRow | undefined;
  activeTicket: TicketRow | undefined;
  lastTicket: TicketRow | undefined;
}

/** What our own side wrote tells nothing of the contact's name. */
const contactName = (event: MessageEvent): string | undefined =>
  event.fromMe && !event.chat.isGroup ? undefined : event.chat.name;

/**
 * The ticket this conversation went to last, if it still is the active one of everybody the event names: one consistent
 * read. A contact that changes takes its tickets' snapshots along, so the snapshot is as good as the contact's row.
 */
const loadRemembered = async (
  context: InboundContext,
  event: MessageEvent,
  key: string,
): Promise<Loaded | undefined> => {
  const ticketId = rememberedTicket(key);
  const ticket = ticketId === undefined ? undefined : await loadTicket(context.table, ticketId);
  if (ticket === undefined || !isActiveStatus(ticket.status) || ticket.connectionId !== event.connectionId)
    return undefined;
  if (!isUpToDate(ticket.contact, { identities: event.chat.identities, name: contactName(event) }))
    return undefined;
  return { contact: undefined, conversation: undefined, activeTicket: ticket, lastTicket: undefined };
};

/** From the identities: aliases, contact, conversation, ticket. Four consistent reads. */
const loadByIdentities = async (context: InboundContext, event: MessageEvent): Promise<Loaded> => {
  const { table } = context;
  const contact = await ensureContact(context, {
    identities: event.chat.identities,
    name: contactName(event),
    isGroup: event.chat.isGroup,
    connectionId: event.connectionId,
    channel: event.channel,
  });
  const conversation = await loadConversation(table, contact.id, event.connectionId);
  const ticketId = conversation?.activeTicketId ?? conversation?.lastTicketId ?? null;
  const ticket = ticketId === null ? undefined : await loadTicket(table, ticketId);
  const isActive = ticket !== undefined && isActiveStatus(ticket.status);
  return {
    contact,
    // A pointer to a ticket that is gone points to nothing.
    conversation:
      conversation === undefined || isActive ? conversation : { ...conversation, activeTicketId: null },
    activeTicket: isActive ? ticket : undefined,
    lastTicket: isActive ? undefined : ticket,
  };
};

const participantOf = async (
  context: InboundContext,
  event: MessageEvent,
): Promise<Message['participant']> => {
  const { participant } = event.chat;
  if (!event.chat.isGroup || participant === undefined || event.fromMe) return null;
  const contact = await ensureContact(context, {
    ...participant,
    isGroup: false,
    connectionId: event.connectionId,
    channel: event.channel,
  });
  const [identity] = participant.identities;
  return { contactId: contact.id, name: contact.name, ...(identity === undefined ? {} : { identity }) };
};

const quotedOf = async (context: InboundContext, event: MessageEvent): Promise<MessageRow | undefined> =>
  event.quotedProviderMessageId === undefined
    ? undefined
    : findMessageByProviderId(context.table, event.connectionId, event.quotedProviderMessageId);

/** The message on its ticket, with what goes out because of it. */
interface Composed {
  message: MessageRow;
  items: WriteItem[];
  /** What the answers change on the ticket, after the message. */
  onTicket: <T extends Ticket>(ticket: T) => T;
}
type MessagePlace = Pick<Ticket, 'companyId' | 'id' | 'contactId' | 'queueId' | 'contact' | 'answersAt'> & {
  connectionId: number;
};

/** The ticket's side of the transaction, and the message as it belongs to that ticket. */
const composeTicket = async (
  context: InboundContext,
  event: MessageEvent,
  loaded: Loaded,
  decision: StoreDecision,
  compose: (ticket: MessagePlace) => Composed,
): Promise<{ ticketId: number; message: MessageRow; items: WriteItem[] }> => {
  const { table, nowMs } = context;
  const { activeTicket, lastTicket, contact, conversation } = loaded;
  const { ticket } = decision;
  if (ticket.action === 'continue' && activeTicket !== undefined) {
    const { message, items, onTicket } = compose({ ...activeTicket, connectionId: event.connectionId });
    const after = onTicket(ticketAfterMessage(activeTicket, message));
    const { item } = replaceTicket(table, activeTicket, after, nowMs);
    return { ticketId: activeTicket.id, message, items: [item, ...items] };
  }
  if (ticket.action === 'reopen' && lastTicket !== undefined) {
    const status =
      lastTicket.isGroup && context.directory.connections.get(event.connectionId)?.groupAsTicket !== true
        ? 'group'
        : 'pending';
    const reopened = reopenedTicket(lastTicket, status, context.directory.queues);
    const composed = compose({ ...reopened, connectionId: event.connectionId });
    const { message } = composed;
    const after = composed.onTicket(ticketAfterMessage(reopened, message));
    const { items } = ticketTransitionItems(
      table,
      {
        before: lastTicket,
        after,
        logs: [{ type: 'reopen', queueId: after.queueId }],
        tracking: { before: undefined, after: startTracking(after, context) },
        conversation,
      },
      context,
    );
    return { ticketId: lastTicket.id, message, items: [...items, ...composed.items] };
  }
  if (ticket.action !== 'create' || contact === undefined)
    throw new Error('no ticket to store the message on');
  const ticketId = await nextId(table, 'ticket');
  const composed = compose({
    companyId: event.companyId,
    connectionId: event.connectionId,
    id: ticketId,
    contactId: contact.id,
    queueId: ticket.queueId,
    contact: { ...contact },
    answersAt: [],
  });
  const { message } = composed;
  const { items } = newTicketItems(
    table,
    {
      contact,
      connectionId: event.connectionId,
      channel: event.channel,
      conversation,
      status: ticket.status,
      queueId: ticket.queueId,
      userId: ticket.userId,
      isGroup: event.chat.isGroup,
      isBot: false,
      isActiveDemand: ticket.isActiveDemand,
      lastMessage: messagePreview(message),
      lastMessageAt: message.sentAt,
      unread: event.fromMe ? 0 : 1,
      fromMe: event.fromMe,
      adjust: composed.onTicket,
    },
    { ...context, ticketId },
  );
  return { ticketId, message, items: [...items, ...composed.items] };
};

/** All tries to fetch a file, the slowest ones, take less. */
const MEDIA_CHECK_AFTER_MS = 15 * 60 * 1000;

/** The message's file, asked for in its transaction. */
const fetchItems = (
  context: InboundContext,
  event: MessageEvent,
  message: MessageRow,
  decision: StoreDecision,
  maxBytes: number,
): WriteItem[] =>
  decision.effects
    .filter((effect) => effect.kind === 'fetch-media')
    .flatMap((effect) => [
      sessionCommandItem(
        context.table,
        {
          v: 1,
          type: 'fetch-media',
          companyId: event.companyId,
          connectionId: event.connectionId,
          messageId: message.id,
          key: storedKey(event.companyId, context.ids.uuid()),
          media: effect.media,
          maxBytes,
        },
        context,
        message.contactId,
      ),
      setTimerItem(
        context.table,
        { kind: 'media-check', subject: message.id, dueAt: context.nowMs + MEDIA_CHECK_AFTER_MS },
        context,
      ),
    ]);

const BYTES_PER_MB = 1024 * 1024;

/**
 * Stores a message once for ever, on the one active ticket of its contact and connection.
 *
 * Calls on the usual way, a text on a ticket that this container has seen: one consistent read (the ticket, 1 read
 * unit) and one transaction of three puts: message (2 write units), provider marker (2), ticket (4, and 2 to 8 in its
 * indexes). From the identities alone: four consistent reads instead of one.
 */
export const storeMessage = async (context: InboundContext, event: MessageEvent): Promise<StoreResult> => {
  const { table, directory, ids, nowMs } = context;
  const connection = directory.connections.get(event.connectionId);
  if (connection === undefined) throw new Error(`no connection ${event.connectionId}`);
  if (isIgnoredGroup(event, connection)) return 'dropped';

  const [firstIdentity] = event.chat.identities;
  const key =
    firstIdentity === undefined ? '' : conversationKey(event.companyId, event.connectionId, firstIdentity);
  const downloadLimitMb = 'media' in event.content ? (await platformSettings()).downloadLimit : 0;
  const [participant, quoted] = await Promise.all([participantOf(context, event), quotedOf(context, event)]);
  const activeUserIds = new Set(
    [...directory.users.values()].filter(({ active }) => active).map(({ id }) => id),
  );
  let parked: ProviderMessageRow | undefined;

  return retryOnConflict(async () => {
    const loaded = (await loadRemembered(context, event, key)) ?? (await loadByIdentities(context, event));
    const decision = decideInboundMessage(event, {
      connection,
      settings: directory.settings,
      activeUserIds,
      downloadLimitMb,
      contact: loaded.contact ??
        loaded.activeTicket?.contact ?? { active: true, isGroup: event.chat.isGroup },
      activeTicket: loaded.activeTicket,
      lastTicket: loaded.lastTicket,
    });
    if (decision.kind === 'drop') {
      log.info('message dropped', { metric: 'message-dropped', reason: decision.reason });
      return 'dropped';
    }
    const { ticketId, message, items } = await composeTicket(context, event, loaded, decision, (ticket) => {
      const row = newMessageRow(
        ticket,
        {
          ...decision.message,
          providerMessageId: event.providerMessageId,
          participant,
          quoted: quoted === undefined ? null : quotedSnapshot(quoted, ticket.contact.name),
        },
        decision.sentAtMs,
        { ids, nowMs },
      );
      const message = withParkedChanges(row, parked?.parked ?? [], directory.settings);
      const answers = decision.effects.filter((effect) => effect.kind === 'answer');
      return { message, ...automaticAnswerItems(table, ticket, answers, message, { ids, nowMs }) };
    });
    try {
      await commit([
        table.put(MessageEntity, message, 'absent', nowMs),
        providerMarkerItem(table, message, event.providerMessageId, nowMs, parked?.version),
        ...items,
        ...fetchItems(context, event, message, decision, downloadLimitMb * BYTES_PER_MB),
      ]);
    } catch (error) {
      if (!(error instanceof WriteConflict && error.failedOn(ProviderMessage))) throw error;
      parked = await loadProviderMessage(table, event.connectionId, event.providerMessageId);
      if (parked !== undefined && parked.messageId !== null) return 'duplicate';
      throw error;
    }
    rememberTicket(key, ticketId);
    return 'stored';
  });
};
