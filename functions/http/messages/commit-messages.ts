import { AppError } from '@prosa/shared/errors.ts';
import { ticketAfterMessage } from '../../domain/messages/ticket-after-message.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import { Ticket } from '../../platform/table/entities.ts';
import {
  type ClientMessageRow,
  clientMarkerItem,
  loadMessages,
  type MessagePorts,
  type MessageRow,
  newOutboundMessageItems,
  type OutboundDraft,
  privateMessageItems,
} from '../../repositories/messages.ts';
import { replaceTicket, type TicketRow } from '../../repositories/tickets.ts';
import { tableOf } from '../tickets/ticket-access.ts';
import type { SendableTicket } from './message-access.ts';

/** Which request a client's id stands for. */
export interface ClientRequest {
  clientId: string | undefined;
  bodyHash: string;
}

export interface ComposedMessages {
  ticket: TicketRow;
  messages: MessageRow[];
  /** Messages with all they cause, and the client's marker; without the ticket. */
  items: WriteItem[];
}

/** Messages of ours on a ticket, the ticket after them, and the marker of the request. */
export const composeMessages = (
  principal: UserPrincipal,
  ticket: SendableTicket,
  drafts: readonly Omit<OutboundDraft, 'userId' | 'clientId'>[],
  isPrivate: boolean,
  request: ClientRequest,
  ports: MessagePorts,
): ComposedMessages => {
  const table = tableOf(principal);
  const make = isPrivate ? privateMessageItems : newOutboundMessageItems;
  const made = drafts.map((draft) =>
    make(table, ticket, { ...draft, userId: principal.userId, clientId: request.clientId ?? null }, ports),
  );
  const messages = made.map(({ message }) => message);
  const marker =
    request.clientId === undefined
      ? []
      : [
          clientMarkerItem(
            table,
            {
              companyId: principal.companyId,
              userId: principal.userId,
              clientId: request.clientId,
              bodyHash: request.bodyHash,
              messageIds: messages.map(({ id }) => id),
            },
            ports.nowMs,
          ),
        ];
  return {
    ticket: isPrivate ? ticket : messages.reduce<TicketRow>(ticketAfterMessage, ticket),
    messages,
    items: [...made.flatMap(({ items }) => items), ...marker],
  };
};

/** The ticket's part of the transaction: changed by what was sent, only present for a note. */
export const ticketItem = (
  principal: UserPrincipal,
  before: TicketRow,
  after: TicketRow,
  nowMs: number,
): WriteItem =>
  after === before
    ? tableOf(principal).check(Ticket, { id: before.id }, 'exists')
    : replaceTicket(tableOf(principal), before, after, nowMs).item;

/**
 * The answer of a request that was made before.
 * @throws AppError ERR_IDEMPOTENCY_MISMATCH where the same id stood for another request
 */
export const repeatedAnswer = async (
  principal: UserPrincipal,
  marker: ClientMessageRow,
  request: ClientRequest,
): Promise<MessageRow[]> => {
  if (marker.bodyHash !== request.bodyHash) throw new AppError('ERR_IDEMPOTENCY_MISMATCH');
  return loadMessages(tableOf(principal), marker.messageIds);
};
