import type { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import type { DirectoryConnection } from '@prosa/shared/entities/connection.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { channelOf } from '../../channels/channels.ts';
import { watched } from '../../domain/engine/watch.ts';
import { newTicket } from '../../domain/turns/ticket-turns.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { nextId } from '../../platform/table/updates.ts';
import { commitTurn, committedTicket } from '../../repositories/commit-turn.ts';
import { loadContactOn } from '../../repositories/contacts.ts';
import { loadTicket } from '../../repositories/tickets.ts';
import { conflictOf, tableOf, viewTicket } from './ticket-access.ts';
import { requireGroupsFor, requireOwnQueue, requireOwnUser } from './ticket-place.ts';

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
  const table = tableOf(principal);
  const connection = chooseConnection(principal, body.whatsappId);
  const queueId = requireOwnQueue(principal, body.queueId);
  const userId = chooseUser(principal, body);
  const ticket = await retryOnConflict(async () => {
    const loaded = await loadContactOn(table, body.contactId, connection.id);
    if (loaded === undefined) throw new AppError('ERR_NO_CONTACT_FOUND');
    const { contact, conversation } = loaded;
    if (channelOf(contact).reachedBy !== channelOf(connection).reachedBy) {
      throw new AppError('ERR_VALIDATION', {
        details: [{ path: 'body.whatsappId', message: 'a connection of another channel than the contact' }],
      });
    }
    requireGroupsFor(principal, contact);
    const activeId = conversation?.activeTicketId ?? null;
    if (activeId !== null) {
      const active = await loadTicket(table, activeId);
      if (active === undefined) throw new AppError('ERR_CONFLICT');
      const conflict = conflictOf(active, principal);
      throw new AppError('ERR_OTHER_OPEN_TICKET', { details: conflict, edgeText: JSON.stringify(conflict) });
    }
    const moment = { ids, nowMs: clock.now() };
    const turn = newTicket(
      {
        ticketId: await nextId(table, 'ticket'),
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
    return committedTicket(await commitTurn(table, watched(turn, principal.directory, moment), moment));
  });
  return viewTicket(ticket, principal);
};
