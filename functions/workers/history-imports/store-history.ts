import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '@prosa/shared/entities/message.ts';
import type { HistoryMessageOf } from '@prosa/shared/messaging/history-message.ts';
import { nameBesideNumber } from '@prosa/shared/rules/hide-numbers.ts';
import { ownPlaceOf } from '../../channels/channel.ts';
import { channelOf } from '../../channels/channels.ts';
import { act, portsAt } from '../../conversations/act.ts';
import { asSystem } from '../../conversations/actor.ts';
import { ensureContact } from '../../conversations/ensure-contact.ts';
import * as openScene from '../../conversations/open-scene.ts';
import { canonicalIdentity } from '../../domain/contacts/canonical-identity.ts';
import { newTicketNumber } from '../../domain/engine/world.ts';
import { importedTurn, type PastMessage } from '../../domain/history/imported-turn.ts';
import { parseMessageId } from '../../domain/message-id.ts';
import type { Directory } from '../../platform/directory.ts';
import type { Ids } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { Message as MessageEntity, ProviderMessage } from '../../platform/table/entities/messages.ts';
import type { Table } from '../../platform/table/table.ts';
import type { ConnectionRow } from '../../repositories/connections/connections.ts';

export interface HistoryContext {
  table: Table;
  directory: Directory;
  ids: Ids;
  nowMs: number;
}

/**
 * Messages per transaction of a hundred items: each adds its marker, and a new ticket six rows. Few, so that other
 * writes wait behind small transactions only.
 */
const MESSAGES_PER_TURN = 10;
/**
 * After a transaction the import pauses four times as long as the transaction took, so that it uses a fifth of shared
 * capacity at most.
 */
const REST_SHARE = 4;
/** Maximum pause, so that a piece of at worst a hundred chats ends well within the function's minute. */
const REST_MAX_MS = 250;

const chatKeyOf = ({ event: { chat } }: PastMessage): string =>
  chat.identities
    .map(canonicalIdentity)
    .map(({ kind, value }) => `${kind}:${value}`)
    .slice(0, 1)
    .join();

const markerKey = ({ event }: PastMessage) => ({
  connectionId: event.connectionId,
  providerMessageId: event.providerMessageId,
});

/** Returns the stored messages that a piece quotes: two batch reads. */
const loadQuoted = async (
  table: Table,
  connectionId: number,
  messages: readonly PastMessage[],
): Promise<Map<string, Message>> => {
  const ids = [...new Set(messages.flatMap(({ event }) => event.quotedProviderMessageId ?? []))];
  const markers = await table.getMany(
    ProviderMessage,
    ids.map((providerMessageId) => ({ connectionId, providerMessageId })),
    { consistent: true },
  );
  const places = markers.map((marker) => parseMessageId(marker?.messageId ?? ''));
  const rows = await table.getMany(
    MessageEntity,
    places.filter((place) => place !== undefined),
    { consistent: true },
  );
  return new Map(
    rows.flatMap((row) => (row?.providerMessageId == null ? [] : [[row.providerMessageId, row]])),
  );
};

/**
 * Returns the messages that are not stored yet, with their parked changes. Ids of our own sends encode their
 * position.
 */
const loadNew = async (table: Table, messages: readonly PastMessage[]) => {
  const markers = await table.getMany(ProviderMessage, messages.map(markerKey), { consistent: true });
  const unknown = messages.flatMap((past, index) => {
    const marker = markers[index];
    return marker?.messageId == null ? [{ past, parked: marker }] : [];
  });
  const places = unknown.map(({ past: { event } }) =>
    event.fromMe ? ownPlaceOf(channelOf(event), event.connectionId, event.providerMessageId) : undefined,
  );
  const own = await table.getMany(
    MessageEntity,
    places.filter((place) => place !== undefined),
    { consistent: true },
  );
  const sent = new Set(own.flatMap((row) => row?.providerMessageId ?? []));
  return unknown.filter(
    ({ past }, index) => places[index]?.contactId !== 0 && !sent.has(past.event.providerMessageId),
  );
};

/**
 * Stores one conversation's part of a piece: finds or makes its contact, then commits transactions of ten messages at
 * most.
 */
const storeChat = async (
  context: HistoryContext,
  connection: ConnectionRow,
  all: readonly PastMessage[],
): Promise<void> => {
  const { table, directory } = context;
  const [first] = all;
  if (first === undefined) return;
  const { chat, connectionId, channel } = first.event;
  const place = { connectionId, channel };
  const person = { identities: chat.identities, name: chat.name, isGroup: chat.isGroup, ...place };
  const contact = await ensureContact(context, person);
  // A blocked contact: its messages are not accepted, as with new ones.
  if (!contact.active) return;
  const writers = new Map<string, Message['participant']>();
  const writerOf = async ({ event }: PastMessage): Promise<Message['participant']> => {
    const { participant } = event.chat;
    const [identity] = participant?.identities ?? [];
    if (!chat.isGroup || event.fromMe || participant === undefined || identity === undefined) return null;
    const key = `${identity.kind}:${identity.value}`;
    const known = writers.get(key);
    if (known !== undefined) return known;
    const row = await ensureContact(context, { ...participant, isGroup: false, ...place });
    const writer = { contactId: row.id, name: nameBesideNumber(row), number: row.number, identity };
    writers.set(key, writer);
    return writer;
  };
  const queueId = connection.queueIdImportMessages;
  for (let start = 0; start < all.length; start += MESSAGES_PER_TURN) {
    const part = all.slice(start, start + MESSAGES_PER_TURN);
    const participants = new Map<PastMessage, Message['participant']>();
    for (const past of part) participants.set(past, await writerOf(past));
    const begunMs = performance.now();
    const open = async () => {
      const [unknown, quoted, opened] = await Promise.all([
        loadNew(table, part),
        loadQuoted(table, connectionId, part),
        // Read again, because a contact that was renamed meanwhile has another version.
        openScene.byContact(asSystem(directory), { contactId: contact.id, connectionId }),
      ]);
      return { ...opened, unknown, quoted };
    };
    await act(portsAt(context), open, ({ unknown, quoted, ...scene }, world, moment) => {
      if (unknown.length === 0) return undefined;
      return importedTurn(
        {
          messages: unknown.map(({ past, parked }) => ({
            past,
            parked,
            participant: participants.get(past) ?? null,
            quoted: quoted.get(past.event.quotedProviderMessageId ?? ''),
          })),
          contact: scene.contact,
          conversation: scene.conversation,
          activeTicket: scene.active,
          ticketId: scene.active === undefined ? newTicketNumber(world) : undefined,
          queueId: queueId !== null && directory.queues.has(queueId) ? queueId : null,
          status: chat.isGroup && !connection.groupAsTicket ? 'group' : 'pending',
        },
        directory.settings,
        moment,
      );
    });
    await sleep(Math.min(REST_MAX_MS, REST_SHARE * (performance.now() - begunMs)));
  }
};

/**
 * Stores a piece of a phone's message history, each message exactly once regardless of repetitions. Two reads of half
 * a unit a message, and four write units: its row and its marker; a ticket costs the same as for a live message.
 */
export const storeHistory = async (
  context: HistoryContext,
  connection: ConnectionRow,
  { messages }: Pick<HistoryMessageOf<'piece'>, 'messages'>,
): Promise<void> => {
  // Deduplicates messages within the piece.
  const unique = [...new Map(messages.map((past) => [past.event.providerMessageId, past])).values()];
  for (const ofChat of Map.groupBy(unique, chatKeyOf).values()) {
    await storeChat(
      context,
      connection,
      ofChat.toSorted((a, b) => a.event.sentAt - b.event.sentAt),
    );
  }
  log.debug('history stored', { messages: messages.length });
};
