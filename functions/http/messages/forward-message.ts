import type { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import type { MessageMedia } from '@prosa/shared/entities/message.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { deleteObject, storedKey } from '../../platform/blob/blob.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { sha256 } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { loadClientMessage } from '../../repositories/messages.ts';
import { loadTicket } from '../../repositories/tickets.ts';
import { tableOf, viewTicket } from '../tickets/ticket-access.ts';
import { type ClientRequest, commitMessages, repeatedAnswer } from './commit-messages.ts';
import {
  beginForward,
  copyForwardedFile,
  forwardedDraft,
  loadForwardTarget,
  requireForwardable,
} from './forwarding.ts';
import { viewMessages } from './message-access.ts';

type Context = HandlerContext<typeof messageRoutes.forward>;

/**
 * Sends a message on to another contact over the same connection: on the ticket the caller attends there, or a new one
 * of his.
 * @throws AppError ERR_OTHER_OPEN_TICKET naming who attends that contact, ERR_QUEUE_REQUIRED, ERR_SENDING_WAPP_MSG,
 * ERR_NO_PERMISSION for a message with a number that is hidden from the caller
 */
export const forwardMessage = async ({ principal, body, ids, clock }: Context) => {
  const table = tableOf(principal);
  const forwardable = await requireForwardable(principal, body.messageId);
  const { clientId, ...asked } = body;
  const request: ClientRequest = { clientId, bodyHash: sha256(JSON.stringify(asked)) };
  let media: MessageMedia | null | undefined;

  const attempt = async () => {
    const marker = await loadClientMessage(table, principal.userId, clientId);
    if (marker !== undefined) {
      const repeated = await repeatedAnswer(principal, marker, request);
      if (media != null) await deleteObject(media.key);
      const ticket = repeated[0] === undefined ? undefined : await loadTicket(table, repeated[0].ticketId);
      if (ticket === undefined || !canSeeTicket(ticket, principal.viewer))
        throw new AppError('ERR_NO_MESSAGE_FOUND');
      return {
        messages: await viewMessages(principal, ticket, repeated, clock.now()),
        ticket: viewTicket(ticket, principal),
      };
    }
    const target = await loadForwardTarget(principal, forwardable, body.contactId);
    const nowMs = clock.now();
    const moment = { ids, nowMs };
    const turn = await beginForward(principal, forwardable, target, moment);
    media ??= await copyForwardedFile(forwardable, target, storedKey(principal.companyId, ids.uuid()));
    const draft = forwardedDraft(principal, forwardable.source, media, body.signMessage);
    const said = await commitMessages(
      principal,
      { turn, drafts: [draft], isPrivate: false },
      request,
      moment,
    );
    return {
      messages: await viewMessages(principal, said.ticket, said.messages, nowMs),
      ticket: viewTicket(said.ticket, principal),
    };
  };
  try {
    return await retryOnConflict(attempt);
  } catch (error) {
    // Any other error leaves open whether a message names the file.
    if (error instanceof AppError && media != null) await deleteObject(media.key);
    throw error;
  }
};
