import type { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import type { DirectoryConnection } from '@prosa/shared/entities/connection.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { channelOf } from '../../channels/channels.ts';
import { act, committedTicket } from '../../conversations/act.ts';
import { asAttendant } from '../../conversations/actor.ts';
import * as openScene from '../../conversations/open-scene.ts';
import { conflictOf, viewTicket } from '../../conversations/ticket-access.ts';
import { requireGroupsFor, requireOwnQueue, requireOwnUser } from '../../conversations/ticket-place.ts';
import { newTicketNumber } from '../../domain/engine/world.ts';
import { newTicket } from '../../domain/turns/ticket-turns.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';

type Context = HandlerContext<typeof ticketRoutes.create>;

/** The connection asked for, else the caller's own, else the company's default. */
const chooseConnection = (
  { directory, user }: UserPrincipal,
  wanted: number | null | undefined,
): DirectoryConnection => {
  if (wanted != null) {
    const connection = directory.connections.get(wanted);
    if (connection === undefined) throw new AppError('ERR_NO_WAPP_FOUND');
    return connection;
  }
  const own = user.connectionId === null ? undefined : directory.connections.get(user.connectionId);
  const connection = own ?? [...directory.connections.values()].find(({ isDefault }) => isDefault);
  if (connection === undefined) throw new AppError('ERR_NO_DEF_WAPP_FOUND');
  return connection;
};

const chooseUser = (principal: UserPrincipal, { userId, status }: Context['body']): number | null => {
  if (userId == null) return status === 'open' ? principal.userId : null;
  return requireOwnUser(principal, userId);
};

/**
 * Opens a conversation with a contact: contact and conversation in one read, the number, one transaction.
 * @throws AppError ERR_OTHER_OPEN_TICKET naming the ticket that is there, in the details and, for clients that parse
 * the error's text, as its JSON
 */
export const createTicket = async ({ principal, body, ids, clock }: Context) => {
  const connection = chooseConnection(principal, body.whatsappId);
  const queueId = requireOwnQueue(principal, body.queueId);
  const userId = chooseUser(principal, body);
  const place = { contactId: body.contactId, connectionId: connection.id };
  const open = () => openScene.byContact(asAttendant(principal), place);
  const { done } = await act({ ids, clock }, open, ({ contact, conversation, active }, world, moment) => {
    if (channelOf(contact).reachedBy !== channelOf(connection).reachedBy) {
      throw new AppError('ERR_VALIDATION', {
        details: [{ path: 'body.whatsappId', message: 'a connection of another channel than the contact' }],
      });
    }
    requireGroupsFor(principal, contact);
    if (active !== undefined) {
      const conflict = conflictOf(active, principal);
      throw new AppError('ERR_OTHER_OPEN_TICKET', { details: conflict, edgeText: JSON.stringify(conflict) });
    }
    return newTicket(
      {
        ticketId: newTicketNumber(world),
        contact,
        connectionId: connection.id,
        channel: connection.channel,
        conversation,
        status: contact.isGroup && body.status === 'open' ? 'group' : body.status,
        queueId,
        userId,
        isActiveDemand: true,
      },
      moment,
    );
  });
  return viewTicket(committedTicket(done), principal);
};
