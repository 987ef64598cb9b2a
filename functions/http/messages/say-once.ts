import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { act } from '../../conversations/act.ts';
import { asAttendant } from '../../conversations/actor.ts';
import { writtenOn } from '../../conversations/change-ticket.ts';
import { requireSendable, viewMessages } from '../../conversations/message-access.ts';
import {
  type ClientRequest,
  clientMarkers,
  type OwnDraft,
  repeatedAnswer,
  sayAll,
} from '../../conversations/say.ts';
import { emptyScene } from '../../conversations/scene.ts';
import { tableOf } from '../../conversations/ticket-access.ts';
import { type Moment, type Turn, turnOn } from '../../domain/turns/turn.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import { ClientMessage, Upload } from '../../platform/table/entities/messages.ts';
import { Ticket } from '../../platform/table/entities/tickets.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';
import { discardFiles, type TakenFile, type UploadRow } from './take-files.ts';

interface Caller {
  principal: UserPrincipal;
  ids: Ids;
  clock: Clock;
}

interface Saying {
  ticketId: number;
  request: ClientRequest;
  /** Keys of uploaded files to send, each named once. */
  uploadKeys: readonly string[];
  isPrivate: boolean;
  /** Returns the messages to send. Called again after a write conflict. */
  draft: (ticket: TicketRow, uploads: readonly UploadRow[]) => Promise<OwnDraft[]>;
  /** Files that {@link Saying.draft} stored; removed if no message refers to them. */
  stored?: readonly TakenFile[];
}

/** Loads the ticket, the request's marker and the named uploads in one consistent read. */
const loadAll = async ({ principal }: Caller, { ticketId, request, uploadKeys }: Saying) => {
  const table = tableOf(principal);
  const { clientId } = request;
  const markerKey =
    clientId === undefined ? [] : [table.keyOf(ClientMessage, { userId: principal.userId, clientId })];
  const [ticketRaw, ...rest] = await table.getRaw(
    [
      table.keyOf(Ticket, { id: ticketId }),
      ...uploadKeys.map((key) => table.keyOf(Upload, { key })),
      ...markerKey,
    ],
    { consistent: true },
  );
  const markerRaw = rest[uploadKeys.length];
  return {
    ticket: ticketRaw === undefined ? undefined : parseRow(Ticket, ticketRaw),
    uploads: rest
      .slice(0, uploadKeys.length)
      .map((raw) => (raw === undefined ? undefined : parseRow(Upload, raw))),
    marker: markerRaw === undefined ? undefined : parseRow(ClientMessage, markerRaw),
  };
};

const usableUploads = ({ userId }: UserPrincipal, uploads: readonly (UploadRow | undefined)[]): UploadRow[] =>
  uploads.map((upload) => {
    if (upload === undefined || upload.usedBy !== null || upload.userId !== userId)
      throw new AppError('ERR_MEDIA_MISSING');
    return upload;
  });

/** Returns the writes that mark each upload as used by its message. */
const usedItems = (
  table: Table,
  uploads: readonly UploadRow[],
  { messages }: Turn,
  { nowMs }: Moment,
): WriteItem[] => {
  const files = messages.flatMap(({ after }) => (after.media === null ? [] : [after.id]));
  return uploads.map((upload, index) =>
    table.put(Upload, { ...upload, usedBy: files[index] ?? null }, upload.version, nowMs),
  );
};

/**
 * Requires a ticket that is not closed and has a connection for a note, and the right to send for a message to the
 * customer.
 */
const requireWritable = (principal: UserPrincipal, ticket: TicketRow, isPrivate: boolean): void => {
  if (!isPrivate) requireSendable(principal, ticket);
  else if (ticket.status === 'closed' || ticket.connectionId === null)
    throw new AppError('ERR_TICKET_TRANSITION');
};

/**
 * Adds messages to a ticket. Idempotent: a repeated request returns the messages of the first one.
 * @throws AppError ERR_NO_TICKET_FOUND for a ticket that the caller may not see, ERR_TICKET_TRANSITION,
 * ERR_NO_WAPP_FOUND, ERR_SENDING_WAPP_MSG, ERR_MEDIA_MISSING, ERR_IDEMPOTENCY_MISMATCH
 */
export const sayOnce = async (caller: Caller, saying: Saying): Promise<{ messages: MessageView[] }> => {
  const { principal, ids, clock } = caller;
  const { request, isPrivate, stored = [] } = saying;
  let isSaid = false;
  const open = async () => {
    const { ticket, uploads, marker } = await loadAll(caller, saying);
    if (ticket === undefined || !canSeeTicket(ticket, principal.viewer))
      throw new AppError('ERR_NO_TICKET_FOUND');
    const scene = { ...emptyScene(asAttendant(principal)), ticket };
    if (marker !== undefined) {
      const repeated = await repeatedAnswer(principal, marker, request);
      await discardFiles(stored);
      return { ...scene, repeated, uploads: [], drafts: [] };
    }
    requireWritable(principal, ticket, isPrivate);
    const usable = usableUploads(principal, uploads);
    return { ...scene, repeated: undefined, uploads: usable, drafts: await saying.draft(ticket, usable) };
  };
  try {
    const { scene, moment, done } = await act(
      { ids, clock },
      open,
      ({ ticket, drafts, repeated }, world, moment) =>
        repeated === undefined
          ? sayAll(
              isPrivate ? turnOn(ticket) : writtenOn(principal, ticket, world, moment),
              { drafts, isPrivate },
              principal,
              request,
              moment,
            )
          : undefined,
      (turn, { uploads }, moment) => [
        ...clientMarkers(principal, request, turn, moment),
        ...usedItems(tableOf(principal), uploads, turn, moment),
      ],
    );
    isSaid = done !== undefined;
    const messages = done?.messages ?? scene.repeated ?? [];
    const ticket = done?.ticket ?? scene.ticket;
    return { messages: await viewMessages(principal, ticket, messages, moment.nowMs) };
  } catch (error) {
    // After any other error a message may refer to the files.
    if (error instanceof AppError && !isSaid) await discardFiles(stored);
    throw error;
  }
};
