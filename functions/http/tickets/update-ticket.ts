import type { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { abilitiesOf } from '@prosa/shared/permissions.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import {
  commandOf,
  decideTicketUpdate,
  isTaken,
  type TicketActor,
  type TicketChange,
  type TicketWorld,
} from '../../domain/tickets/decide-ticket-update.ts';
import type { Moment } from '../../domain/turns/turn.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { Connection, ConnectionState } from '../../platform/table/entities/connections.ts';
import { User } from '../../platform/table/entities/users.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { isConnected } from '../../repositories/connections.ts';
import { loadTicketWithTracking } from '../../repositories/tickets.ts';
import { commitTicketChange } from './commit-ticket-change.ts';
import { conflictOf, isAdmin, tableOf, viewTicket } from './ticket-access.ts';

const actorOf = (principal: UserPrincipal): TicketActor => ({
  viewer: principal.viewer,
  isAdmin: isAdmin(principal),
  closesPending: abilitiesOf(principal.user).includes('tickets:close-pending'),
});

/** The texts with which a ticket may be closed: its connection's, with its state, and those of who has it or closes it. One batch read. */
const loadFarewells = async (principal: UserPrincipal, { userId, connectionId }: Ticket) => {
  const table = tableOf(principal);
  const [user, connection, state] = await table.getRaw(
    [
      table.keyOf(User, { id: userId ?? principal.userId }),
      ...(connectionId === null
        ? []
        : [table.keyOf(Connection, { id: connectionId }), table.keyOf(ConnectionState, { connectionId })]),
    ],
    { consistent: true },
  );
  return {
    farewellMessage: user === undefined ? '' : parseRow(User, user).farewellMessage,
    connection: connection === undefined ? undefined : parseRow(Connection, connection),
    connected: state !== undefined && parseRow(ConnectionState, state).status === 'CONNECTED',
  };
};

/** What the decision does not know without a read: the texts of an end, and whether a transfer can be told. */
const loadSaid = async (principal: UserPrincipal, ticket: Ticket, change: TicketChange) => {
  if (change.status === 'closed') return loadFarewells(principal, ticket);
  const { connectionId } = ticket;
  const isTold = principal.directory.settings.sendMsgTransfTicket && commandOf(ticket, change) === 'transfer';
  return {
    farewellMessage: '',
    connection: undefined,
    connected: isTold && connectionId !== null && (await isConnected(tableOf(principal), connectionId)),
  };
};

const worldOf = async (
  principal: UserPrincipal,
  ticket: Ticket,
  change: TicketChange,
): Promise<TicketWorld> => {
  const { directory } = principal;
  const connection =
    ticket.connectionId === null ? undefined : directory.connections.get(ticket.connectionId);
  const said = await loadSaid(principal, ticket, change);
  return {
    settings: directory.settings,
    plan: { useIntegrations: directory.plan.flags.useIntegrations === true },
    queues: directory.queues,
    users: directory.users,
    farewellMessage: said.farewellMessage,
    connection:
      connection === undefined
        ? undefined
        : {
            complationMessage: said.connection?.complationMessage ?? '',
            ratingMessage: said.connection?.ratingMessage ?? '',
            groupAsTicket: connection.groupAsTicket,
            connected: said.connected,
          },
  };
};

/** Whether somebody who sees a ticket only while it waits may be told who took it. */
const sawItWaiting = (ticket: Ticket, { viewer }: UserPrincipal): boolean =>
  canSeeTicket({ ...ticket, status: 'pending', userId: null }, viewer);

/**
 * Accepts, returns, transfers, resolves, ignores, reopens or adjusts a ticket. Of two who accept at once one succeeds.
 * Accepting and returning: one query and one transaction; closing and reopening read the conversation, and the closed
 * ticket before, in between.
 * @throws AppError ERR_TICKET_TAKEN and ERR_OTHER_OPEN_TICKET with who has it in the details
 */
export const updateTicket = async (context: HandlerContext<typeof ticketRoutes.update>) => {
  const { principal, params, body, ids, clock } = context;
  if (body.integrationId != null) {
    throw new AppError('ERR_VALIDATION', {
      details: [{ path: 'body.integrationId', message: 'unknown integration' }],
    });
  }
  const table = tableOf(principal);
  const actor = actorOf(principal);
  const ticket = await retryOnConflict(async () => {
    const loaded = await loadTicketWithTracking(table, params.id);
    if (loaded === undefined) throw new AppError('ERR_NO_TICKET_FOUND');
    const visible = canSeeTicket(loaded.ticket, principal.viewer);
    if (isTaken(loaded.ticket, body, actor) && (visible || sawItWaiting(loaded.ticket, principal))) {
      throw new AppError('ERR_TICKET_TAKEN', { details: conflictOf(loaded.ticket, principal) });
    }
    if (!visible) throw new AppError('ERR_NO_TICKET_FOUND');
    const moment: Moment = { ids, nowMs: clock.now() };
    const world = await worldOf(principal, loaded.ticket, body);
    const decision = decideTicketUpdate(loaded, body, actor, world, moment);
    switch (decision.kind) {
      case 'unchanged':
        return loaded.ticket;
      case 'refused':
        throw new AppError(decision.code);
      case 'changed':
        return commitTicketChange(principal, loaded, decision, moment);
    }
  });
  return viewTicket(ticket, principal);
};
