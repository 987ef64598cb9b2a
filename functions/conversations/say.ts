import { AppError } from '@prosa/shared/errors.ts';
import { channelOf } from '../channels/channels.ts';
import { type Draft, note, send } from '../domain/turns/message-turns.ts';
import { type Moment, type Turn, ticketOf } from '../domain/turns/turn.ts';
import type { Attendant } from '../platform/auth/principal.ts';
import type { WriteItem } from '../platform/table/commit.ts';
import { openTable } from '../platform/table/table.ts';
import {
  type ClientMessageRow,
  clientMarkerItem,
  loadMessages,
  type MessageRow,
} from '../repositories/tickets/messages.ts';

/** The request that a client's id belongs to. */
export interface ClientRequest {
  clientId: string | undefined;
  bodyHash: string;
}

export type OwnDraft = Omit<Draft, 'userId' | 'clientId'>;

interface Said {
  drafts: readonly OwnDraft[];
  isPrivate: boolean;
}

/** Adds an attendant's messages or notes to a turn. */
export const sayAll = (
  turn: Turn,
  { drafts, isPrivate }: Said,
  { userId }: Pick<Attendant, 'userId'>,
  { clientId }: Pick<ClientRequest, 'clientId'>,
  moment: Moment,
): Turn =>
  drafts.reduce((before, own) => {
    const draft = { ...own, userId, clientId: clientId ?? null };
    return isPrivate ? note(before, draft, moment) : send(before, draft, channelOf(ticketOf(before)), moment);
  }, turn);

/** Returns the marker that identifies a repeated request; none if the caller sent no id. */
export const clientMarkers = (
  { companyId, userId }: Pick<Attendant, 'companyId' | 'userId'>,
  { clientId, bodyHash }: ClientRequest,
  { messages }: Turn,
  { nowMs }: Moment,
): WriteItem[] => {
  if (clientId === undefined) return [];
  const messageIds = messages.map(({ after }) => after.id);
  return [
    clientMarkerItem(openTable(companyId), { companyId, userId, clientId, bodyHash, messageIds }, nowMs),
  ];
};

/**
 * Returns the response of an earlier request with the same id.
 * @throws AppError ERR_IDEMPOTENCY_MISMATCH if the id belonged to a different request
 */
export const repeatedAnswer = async (
  { companyId }: Pick<Attendant, 'companyId'>,
  marker: ClientMessageRow,
  request: ClientRequest,
): Promise<MessageRow[]> => {
  if (marker.bodyHash !== request.bodyHash) throw new AppError('ERR_IDEMPOTENCY_MISMATCH');
  return loadMessages(openTable(companyId), marker.messageIds);
};
