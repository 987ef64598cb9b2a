import type { MessageChange } from '@prosa/shared/entities/message.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { providerName } from '../../domain/inbound/contact-after-message.ts';
import { changedMessage, parkedWith } from '../../domain/inbound/message-change.ts';
import { parseMessageId } from '../../domain/message-id.ts';
import { messagePreview } from '../../domain/messages/message-preview.ts';
import { ticketAfterChange } from '../../domain/messages/ticket-after-message.ts';
import { toInstant } from '../../platform/clock.ts';
import { sha256 } from '../../platform/ids.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import { ProviderMessage } from '../../platform/table/entities.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { raiseAck } from '../../platform/table/updates.ts';
import {
  loadMessage,
  loadProviderMessage,
  type MessageRow,
  replaceMessage,
} from '../../repositories/messages.ts';
import { loadTicket, replaceTicket } from '../../repositories/tickets.ts';
import type { InboundContext } from './ports.ts';

type ChangeEvent = InboundEventOf<'receipt' | 'reaction' | 'edit' | 'revoke'>;

const DIGEST_CHARS = 16;

/** Tells one person of a group from another without naming them in what browsers receive. */
const reactor = (event: InboundEventOf<'reaction'>): string => {
  if (event.fromMe) return 'me';
  const [identity] = event.chat.participant?.identities ?? [];
  return identity === undefined
    ? 'contact'
    : sha256(`${identity.kind}:${identity.value}`).slice(0, DIGEST_CHARS);
};

const changeOf = (event: ChangeEvent): { target: string; change: MessageChange } => {
  switch (event.type) {
    case 'receipt':
      return { target: event.providerMessageId, change: { type: 'receipt', ack: event.ack } };
    case 'reaction':
      return {
        target: event.targetProviderMessageId,
        change: {
          type: 'reaction',
          reaction: {
            emoji: event.emoji,
            fromMe: event.fromMe,
            name: providerName(event.chat.participant?.name),
            at: toInstant(event.sentAt),
            by: reactor(event),
          },
        },
      };
    case 'edit':
      return {
        target: event.targetProviderMessageId,
        change: { type: 'edit', fromMe: event.fromMe, text: event.text, at: toInstant(event.sentAt) },
      };
    case 'revoke':
      return { target: event.targetProviderMessageId, change: { type: 'revoke', fromMe: event.fromMe } };
  }
};

/** The list's preview follows an edit or deletion of the message it shows. */
const previewItems = async (
  context: InboundContext,
  before: MessageRow,
  after: MessageRow,
): Promise<WriteItem[]> => {
  if (messagePreview(before) === messagePreview(after)) return [];
  const ticket = await loadTicket(context.table, before.ticketId);
  const changed = ticket === undefined ? undefined : ticketAfterChange(ticket, before, after);
  return ticket === undefined || changed === undefined
    ? []
    : [replaceTicket(context.table, ticket, changed, context.nowMs).item];
};

const park = (
  context: InboundContext,
  event: ChangeEvent,
  target: string,
  change: MessageChange,
  marker: { parked?: MessageChange[] | undefined; version: number } | undefined,
) =>
  commit([
    context.table.put(
      ProviderMessage,
      {
        companyId: event.companyId,
        connectionId: event.connectionId,
        providerMessageId: target,
        messageId: null,
        parked: parkedWith(marker?.parked ?? [], change),
        parkedAt: toInstant(context.nowMs),
      },
      marker?.version ?? 'absent',
      context.nowMs,
    ),
  ]);

/**
 * A receipt, reaction, edit or deletion of a message. One that comes before its message is parked on the message's
 * provider marker and applied when the message is stored, so that order does not matter and nothing waits.
 *
 * Calls: a receipt one consistent read and one update (1 read unit, 1 write unit); the others two or three reads and
 * one write.
 */
export const changeMessage = async (context: InboundContext, event: ChangeEvent): Promise<void> => {
  const { table, directory, nowMs } = context;
  const { target, change } = changeOf(event);
  await retryOnConflict(async () => {
    const marker = await loadProviderMessage(table, event.connectionId, target);
    if (marker?.messageId == null) return park(context, event, target, change, marker);
    if (change.type === 'receipt') {
      const place = parseMessageId(marker.messageId);
      if (place !== undefined) await raiseAck(table, place, change.ack);
      return;
    }
    const before = await loadMessage(table, marker.messageId);
    // Removed with its ticket.
    if (before === undefined) return;
    const after = changedMessage(before, change, directory.settings);
    if (after === before) return;
    await commit([
      replaceMessage(table, before, after, nowMs).item,
      ...(await previewItems(context, before, after)),
    ]);
  });
};
