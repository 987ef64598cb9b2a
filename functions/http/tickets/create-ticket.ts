import type { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import type { DirectoryConnection } from '@prosa/shared/entities/connection.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { channelOf } from '../../channels/channels.ts';
import { act, committedTicket } from '../../conversations/act.ts';
import { asAttendant } from '../../conversations/actor.ts';
import * as openScene from '../../conversations/open-scene.ts';
import { conflictOf, isLeft, viewTicket } from '../../conversations/ticket-access.ts';
import { requireGroupsFor, requireOwnQueue, requireOwnUser } from '../../conversations/ticket-place.ts';
import { newTicketNumber } from '../../domain/engine/world.ts';
import { beginAnew } from '../../domain/turns/begin-anew.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';

type Context = HandlerContext<typeof ticketRoutes.create>;

/** Returns the requested connection, else the caller's own, else the company's default. */
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
 * Creates a ticket with a contact. Closes an active ticket that waits for the contact's rating or consent. Costs one
 * read of contact and conversation, the ticket number, and one transaction.
 * @throws AppError ERR_OTHER_OPEN_TICKET with the active ticket: in the details, and as JSON in the text for clients
 * that parse the error's text
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
    if (active !== undefined && !isLeft(active, principal)) {
      const conflict = conflictOf(active, principal);
      throw new AppError('ERR_OTHER_OPEN_TICKET', { details: conflict, edgeText: JSON.stringify(conflict) });
    }
    return beginAnew(
      active,
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
      principal.userId,
      world,
      moment,
    );
  });
  return viewTicket(committedTicket(done), principal);
};
