import type { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { act, committedTicket } from '../../conversations/act.ts';
import { asAttendant } from '../../conversations/actor.ts';
import { copyFile } from '../../conversations/copy-file.ts';
import { forwardTurn, openForward, requireForwardable } from '../../conversations/forward.ts';
import { viewMessages } from '../../conversations/message-access.ts';
import { type ClientRequest, clientMarkers, repeatedAnswer } from '../../conversations/say.ts';
import { emptyScene } from '../../conversations/scene.ts';
import { tableOf, viewTicket } from '../../conversations/ticket-access.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import { deleteObject } from '../../platform/blob/blob.ts';
import { storedKey } from '../../platform/blob/file-keys.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { sha256 } from '../../platform/ids.ts';
import { loadClientMessage, type MessageRow } from '../../repositories/tickets/messages.ts';
import { loadTicket, type TicketRow } from '../../repositories/tickets/tickets.ts';

type Context = HandlerContext<typeof messageRoutes.forward>;

/**
 * Returns the result of an earlier identical request, or undefined.
 * @throws AppError ERR_NO_MESSAGE_FOUND, ERR_IDEMPOTENCY_MISMATCH
 */
const answeredBefore = async (
  principal: UserPrincipal,
  request: ClientRequest,
): Promise<{ messages: MessageRow[]; ticket: TicketRow } | undefined> => {
  const table = tableOf(principal);
  const marker = await loadClientMessage(table, principal.userId, request.clientId);
  if (marker === undefined) return undefined;
  const messages = await repeatedAnswer(principal, marker, request);
  const ticket = messages[0] === undefined ? undefined : await loadTicket(table, messages[0].ticketId);
  if (ticket === undefined || !canSeeTicket(ticket, principal.viewer))
    throw new AppError('ERR_NO_MESSAGE_FOUND');
  return { messages, ticket };
};

/**
 * Forwards a message to another contact over the same connection: on the ticket that the caller attends there, or on
 * a new ticket of the caller.
 * @throws AppError ERR_OTHER_OPEN_TICKET naming the attendant of that contact, ERR_QUEUE_REQUIRED,
 * ERR_SENDING_WAPP_MSG, ERR_NO_PERMISSION for a message with a number that is hidden from the caller
 */
export const forwardMessage = async ({ principal, body, ids, clock }: Context) => {
  const forwardable = await requireForwardable(principal, body.messageId);
  const { clientId, ...asked } = body;
  const request: ClientRequest = { clientId, bodyHash: sha256(JSON.stringify(asked)) };
  const fileKey = storedKey(principal.companyId, ids.uuid());
  const open = async () => {
    const repeated = await answeredBefore(principal, request);
    return repeated === undefined
      ? openForward(principal, forwardable, body.contactId)
      : { ...emptyScene(asAttendant(principal)), repeated };
  };
  // No message refers to this copy.
  const discardCopy = async (): Promise<void> => {
    if (forwardable.source.media !== null) await deleteObject(fileKey);
  };
  try {
    const { scene, moment, done } = await act(
      { ids, clock, copyFile },
      open,
      (scene, world, moment) =>
        'forwardable' in scene
          ? forwardTurn(principal, scene, { signed: body.signMessage, fileKey, clientId }, world, moment)
          : undefined,
      (turn, _scene, moment) => clientMarkers(principal, request, turn, moment),
    );
    if (done === undefined) await discardCopy();
    const answer =
      'repeated' in scene
        ? scene.repeated
        : { messages: done?.messages ?? [], ticket: committedTicket(done) };
    return {
      messages: await viewMessages(principal, answer.ticket, answer.messages, moment.nowMs),
      ticket: await viewTicket(answer.ticket, principal),
    };
  } catch (error) {
    // After any other error a message may refer to the file.
    if (error instanceof AppError) await discardCopy();
    throw error;
  }
};
