import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Message, MessageChange, ProviderMessage } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { withParkedChanges } from '../inbound/message-change.ts';
import { changedMessageTurn } from './message-turns.ts';
import { instantOf, mergeTurns, type Stored, type Turn } from './turn.ts';

interface Loaded {
  message: Stored<Message>;
  /** Marker of the provider's id. */
  marker: Stored<ProviderMessage> | undefined;
  /**
   * The message that was stored under that id as sent elsewhere, because the provider's echo was faster than its
   * response.
   */
  echo: Stored<Message> | undefined;
  ticket: Stored<Ticket> | undefined;
  /** The contact of the message, if changes wait for it. */
  contact: Pick<Contact, 'identities'> | undefined;
}

/**
 * Settles a send that the provider accepted with an id of its own: the message is sent, receipts and quotes find it
 * by that id, and events for the id that arrived before are applied. An echo that was stored meanwhile is replaced by
 * the message itself. Undefined if nothing changes: the result belongs to an earlier attempt, or was already applied.
 * @param news the update that tells of the acceptance, if it is not the result of the send
 */
export const settledUnder = (
  { message, marker, echo, ticket, contact }: Loaded,
  sent: { attempt: number; providerMessageId: string; takenAtMs: number },
  settings: { lgpdDeleteMessage: boolean },
  news: readonly MessageChange[] = [],
): Turn | undefined => {
  const { providerMessageId, attempt } = sent;
  if (message.attempt !== attempt || message.providerMessageId === providerMessageId) return undefined;
  const accepted: Message = {
    ...message,
    providerMessageId,
    sendState: 'sent',
    sendError: '',
    takenAt: instantOf({ nowMs: sent.takenAtMs }),
    ack: Math.max(message.ack, echo?.ack ?? 0, 1),
    outcomeDueAt: null,
  };
  const told = [...(marker?.parked ?? []), ...news];
  const after = withParkedChanges(accepted, told, settings, contact?.identities ?? []);
  const { companyId, connectionId } = message;
  return mergeTurns(changedMessageTurn(message, after, ticket), {
    markers: [
      { before: marker, after: { companyId, connectionId, providerMessageId, messageId: message.id } },
    ],
    removed: echo === undefined ? [] : [{ entity: 'message', row: echo }],
  });
};
