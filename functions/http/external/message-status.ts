import { externalRoutes } from '@prosa/shared/contracts/external.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable } from '../../platform/table/table.ts';
import { loadMessage } from '../../repositories/tickets/messages.ts';

const { state: stateSchema } = externalRoutes.messageStatus.response.shape;

/**
 * Returns the state of a message that was sent over the token's connection. One consistent read.
 * @throws AppError ERR_NO_MESSAGE_FOUND for notes, incoming messages, and those of other connections
 */
export const messageStatus: RouteHandler<typeof externalRoutes.messageStatus> = async (context) => {
  const { connection, companyId } = context.principal;
  const message = await loadMessage(openTable(companyId), context.params.id);
  const state = stateSchema.safeParse(message?.sendState).data;
  if (message === undefined || state === undefined || message.connectionId !== connection.id)
    throw new AppError('ERR_NO_MESSAGE_FOUND');
  const { id, ack, sendError, providerMessageId: wid, sentAt, rowUpdatedAt: changedAt } = message;
  return { id, state, ack, error: sendError === '' ? null : sendError, wid, sentAt, changedAt };
};
