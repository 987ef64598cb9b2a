import { historyGroupId } from '@prosa/shared/entities/history-import.ts';
import {
  type HistoryMessage,
  type HistoryMessageOf,
  historyMessageSchema,
} from '@prosa/shared/messaging/history-message.ts';
import { inboundMessageSchema } from '@prosa/shared/messaging/inbound-event.ts';
import type { HistoryUpdate } from '../../channels/meta/meta-update.ts';
import { cutPieces } from '../../domain/history/cut-pieces.ts';
import { isWished, wishedDates } from '../../domain/history/history-wish.ts';
import { systemPrincipal } from '../../platform/auth/principal.ts';
import { sha256 } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { type QueueMessage, sendMessages } from '../../platform/queue/send-messages.ts';
import { openTable } from '../../platform/table/table.ts';
import { loadConnection } from '../../repositories/connections/connections.ts';

type PastMessage = HistoryMessageOf<'piece'>['messages'][number];
interface Place {
  companyId: number;
  connectionId: number;
}

/** Returns the messages of a chunk as the import takes them; one that does not fit is counted and left out. */
const placed = (update: HistoryUpdate, place: Place, receivedAt: number): PastMessage[] => {
  const messages = update.messages.flatMap(({ event, ack }): PastMessage[] => {
    const { channel } = update.account;
    const parsed = inboundMessageSchema.safeParse({ v: 1, ...place, channel, receivedAt, ...event });
    return parsed.success ? [{ event: parsed.data, ack }] : [];
  });
  const unfit = update.messages.length - messages.length;
  if (unfit > 0) log.warn('old messages do not fit the import', { connectionId: place.connectionId, unfit });
  return messages;
};

/**
 * Returns the steps of an import for a chunk: how many messages it has, its pieces, and its end. The same chunk gives
 * the same steps, so that a repetition is recognised.
 */
const stepsOf = (
  { isLast }: HistoryUpdate,
  messages: readonly PastMessage[],
  place: Place,
): HistoryMessage[] => {
  const ids = messages.map(({ event }) => event.providerMessageId);
  const chunk = sha256(JSON.stringify([place, isLast, ids]));
  const own = { v: 1, ...place } as const;
  return [
    { ...own, type: 'chunk', step: chunk, messages: messages.length },
    ...cutPieces(messages).map(
      (piece, index): HistoryMessage => ({
        ...own,
        type: 'piece',
        step: `${chunk}:${index}`,
        messages: piece,
      }),
    ),
    { ...own, type: 'chunk-end', step: chunk, isLast },
  ];
};

/**
 * Queues the old messages in a chunk of a phone's history for the import, if their connection imports any; otherwise
 * they are dropped. One read of half a unit for every 4 kB of the connection's texts.
 */
export const forwardHistory = async (
  update: HistoryUpdate,
  { companyId: id, connectionId }: Place,
  receivedAt: number,
): Promise<void> => {
  const { companyId } = systemPrincipal('meta-webhooks', id);
  const connection = await loadConnection(openTable(companyId), connectionId);
  const wish = connection === undefined ? undefined : wishedDates(connection);
  if (wish === undefined) {
    log.info('history dropped, because no import is wished', {
      connectionId,
      messages: update.messages.length,
    });
    return;
  }
  const place = { companyId, connectionId };
  const wanted = placed(update, place, receivedAt).filter(({ event }) =>
    isWished(event.sentAt, wish, receivedAt),
  );
  const messages = stepsOf(update, wanted, place).map((step): QueueMessage => {
    const body = JSON.stringify(historyMessageSchema.parse(step));
    return { id: sha256(body), body, groupId: historyGroupId(place) };
  });
  await sendMessages('history-imports', true, messages);
};
