import type { Message, ProviderMessage } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { withParkedChanges } from '../inbound/message-change.ts';
import { changedMessageTurn } from './message-turns.ts';
import { mergeTurns, type Stored, type Turn } from './turn.ts';

interface Loaded {
  message: Stored<Message>;
  /** Of the provider's id. */
  marker: Stored<ProviderMessage> | undefined;
  /** What was stored under that id as if it were said elsewhere: the provider's echo, faster than its answer. */
  echo: Stored<Message> | undefined;
  ticket: Stored<Ticket> | undefined;
}

/**
 * A send that a provider accepted under an id of its own: the message is sent, receipts and quotes find it by that id,
 * and what came for the id before is applied. An echo that was stored meanwhile gives way to the message itself.
 * Undefined where there is nothing to write: a verdict of an earlier attempt, or one told before.
 */
export const settledUnder = (
  { message, marker, echo, ticket }: Loaded,
  sent: { attempt: number; providerMessageId: string },
  settings: { lgpdDeleteMessage: boolean },
): Turn | undefined => {
  const { providerMessageId, attempt } = sent;
  if (message.attempt !== attempt || message.providerMessageId === providerMessageId) return undefined;
  const accepted: Message = {
    ...message,
    providerMessageId,
    sendState: 'sent',
    sendError: '',
    ack: Math.max(message.ack, echo?.ack ?? 0, 1),
    outcomeDueAt: null,
  };
  const after = withParkedChanges(accepted, marker?.parked ?? [], settings);
  const { companyId, connectionId } = message;
  return mergeTurns(changedMessageTurn(message, after, ticket), {
    markers: [
      { before: marker, after: { companyId, connectionId, providerMessageId, messageId: message.id } },
    ],
    removed: echo === undefined ? [] : [{ entity: 'message', row: echo }],
  });
};
