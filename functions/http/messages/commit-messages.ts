import type { Message } from '@prosa/shared/entities/message.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { channelOf } from '../../channels/channels.ts';
import { type Draft, note, send } from '../../domain/turns/message-turns.ts';
import { type Moment, type Turn, ticketOf } from '../../domain/turns/turn.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import { commitTurn, committedTicket } from '../../repositories/commit-turn.ts';
import {
  type ClientMessageRow,
  clientMarkerItem,
  loadMessages,
  type MessageRow,
} from '../../repositories/messages.ts';
import type { TicketRow } from '../../repositories/tickets.ts';
import { tableOf } from '../tickets/ticket-access.ts';

/** Which request a client's id stands for. */
export interface ClientRequest {
  clientId: string | undefined;
  bodyHash: string;
}

export type OwnDraft = Omit<Draft, 'userId' | 'clientId'>;

interface Said {
  /** About the ticket, with what leads up to the messages. */
  turn: Turn;
  drafts: readonly OwnDraft[];
  isPrivate: boolean;
}

/** A turn with an attendant's messages or notes. */
const sayAll = (principal: UserPrincipal, said: Said, request: ClientRequest, moment: Moment): Turn =>
  said.drafts.reduce((turn, own) => {
    const draft = { ...own, userId: principal.userId, clientId: request.clientId ?? null };
    return said.isPrivate ? note(turn, draft, moment) : send(turn, draft, channelOf(ticketOf(turn)), moment);
  }, said.turn);

const clientMarker = (
  principal: UserPrincipal,
  { clientId, bodyHash }: ClientRequest,
  turn: Turn,
  nowMs: number,
): WriteItem[] => {
  if (clientId === undefined) return [];
  const { companyId, userId } = principal;
  const messageIds = turn.messages.map(({ after }) => after.id);
  return [clientMarkerItem(tableOf(principal), { companyId, userId, clientId, bodyHash, messageIds }, nowMs)];
};

/**
 * Commits an attendant's messages with the marker of their request.
 * @param also rows that must be written with these messages
 */
export const commitMessages = async (
  principal: UserPrincipal,
  said: Said,
  request: ClientRequest,
  moment: Moment,
  also: (messages: readonly Message[]) => WriteItem[] = () => [],
): Promise<{ ticket: TicketRow; messages: MessageRow[] }> => {
  const turn = sayAll(principal, said, request, moment);
  const committed = await commitTurn(tableOf(principal), turn, moment, [
    ...clientMarker(principal, request, turn, moment.nowMs),
    ...also(turn.messages.map(({ after }) => after)),
  ]);
  return { ticket: committedTicket(committed), messages: committed.messages };
};

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
