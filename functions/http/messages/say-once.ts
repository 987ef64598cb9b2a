import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { nameBesideNumber } from '@prosa/shared/rules/hide-numbers.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { renderTemplate } from '../../domain/texts/render-template.ts';
import { turnOn } from '../../domain/turns/turn.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { ClientMessage, Upload } from '../../platform/table/entities/messages.ts';
import { Ticket } from '../../platform/table/entities/tickets.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { TicketRow } from '../../repositories/tickets.ts';
import { tableOf } from '../tickets/ticket-access.ts';
import { type ClientRequest, commitMessages, type OwnDraft, repeatedAnswer } from './commit-messages.ts';
import { requireSendable, viewMessages } from './message-access.ts';
import { discardFiles, type TakenFile, type UploadRow } from './take-files.ts';

/** A text of an attendant's on a ticket, its placeholders filled. */
export const fillText = (
  { directory, user }: UserPrincipal,
  ticket: TicketRow,
  written: string,
  nowMs: number,
): string =>
  renderTemplate(written, {
    contactName: nameBesideNumber(ticket.contact),
    ticketId: ticket.id,
    userName: user.name,
    queueName: ticket.queueId === null ? '' : (directory.queues.get(ticket.queueId)?.name ?? ''),
    connectionName:
      ticket.connectionId === null ? '' : (directory.connections.get(ticket.connectionId)?.name ?? ''),
    companyName: directory.company.name,
    nowMs,
    timeZone: directory.company.timeZone,
    language: directory.settings.language,
  });

interface Caller {
  principal: UserPrincipal;
  ids: Ids;
  clock: Clock;
}

interface Saying {
  ticketId: number;
  request: ClientRequest;
  /** Of files that wait to be sent, each named once. */
  uploadKeys: readonly string[];
  isPrivate: boolean;
  /** What is said, in one or more messages; asked again where somebody else's write came first. */
  draft: (ticket: TicketRow, uploads: readonly UploadRow[]) => Promise<OwnDraft[]>;
  /** Files that {@link Saying.draft} stored itself: gone where no message comes to name them. */
  stored?: readonly TakenFile[];
}

/** Everything it depends on, in one consistent read: the ticket, the request's marker, the uploads it names. */
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

/** A note needs a living ticket; what leaves the house needs more. */
const requireWritable = (principal: UserPrincipal, ticket: TicketRow, isPrivate: boolean): void => {
  if (!isPrivate) requireSendable(principal, ticket);
  else if (ticket.status === 'closed' || ticket.connectionId === null)
    throw new AppError('ERR_TICKET_TRANSITION');
};

/**
 * Says something on a ticket, once however often the request comes: a repetition is answered with what the first one made.
 * @throws AppError ERR_NO_TICKET_FOUND for a ticket that the caller does not see, ERR_TICKET_TRANSITION, ERR_NO_WAPP_FOUND,
 * ERR_SENDING_WAPP_MSG, ERR_MEDIA_MISSING, ERR_IDEMPOTENCY_MISMATCH
 */
export const sayOnce = async (caller: Caller, saying: Saying): Promise<{ messages: MessageView[] }> => {
  const { principal, ids, clock } = caller;
  const { request, isPrivate, stored = [] } = saying;
  const table = tableOf(principal);
  let isSaid = false;
  try {
    return await retryOnConflict(async () => {
      const { ticket, uploads, marker } = await loadAll(caller, saying);
      if (ticket === undefined || !canSeeTicket(ticket, principal.viewer))
        throw new AppError('ERR_NO_TICKET_FOUND');
      if (marker !== undefined) {
        const repeated = await repeatedAnswer(principal, marker, request);
        await discardFiles(stored);
        return { messages: await viewMessages(principal, ticket, repeated, clock.now()) };
      }
      requireWritable(principal, ticket, isPrivate);
      const usable = usableUploads(principal, uploads);
      const drafts = await saying.draft(ticket, usable);
      const nowMs = clock.now();
      const said = await commitMessages(
        principal,
        { turn: turnOn(ticket), drafts, isPrivate },
        request,
        { ids, nowMs },
        (messages) => {
          const files = messages.filter(({ media }) => media !== null);
          return usable.map((upload, index) =>
            table.put(Upload, { ...upload, usedBy: files[index]?.id ?? null }, upload.version, nowMs),
          );
        },
      );
      isSaid = true;
      return { messages: await viewMessages(principal, said.ticket, said.messages, nowMs) };
    });
  } catch (error) {
    // Any other error leaves open whether a message names them.
    if (error instanceof AppError && !isSaid) await discardFiles(stored);
    throw error;
  }
};
