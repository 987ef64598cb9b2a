import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { abilitiesOf } from '@prosa/shared/permissions.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { channelOf } from '../channels/channels.ts';
import {
  connectionOf,
  farewellOf,
  isConnectedNow,
  meetingOf,
  newTicketNumber,
  otherTicket,
  surroundingsOf,
  type World,
} from '../domain/engine/world.ts';
import {
  type ChangedTicket,
  decideTicketUpdate,
  isTaken,
  type TicketActor,
  type TicketChange,
  type TicketWorld,
} from '../domain/tickets/decide-ticket-update.ts';
import { type AttendantStep, attendantTurn } from '../domain/turns/attendant-turn.ts';
import type { Attendant } from '../platform/auth/principal.ts';
import type { ConversationRow, TicketRow } from '../repositories/tickets/tickets.ts';
import { act, type Ports } from './act.ts';
import { asAttendant } from './actor.ts';
import { fillText } from './fill-text.ts';
import * as openScene from './open-scene.ts';
import { conflictOf, isAdmin } from './ticket-access.ts';

const actorOf = (attendant: Attendant): TicketActor => ({
  viewer: attendant.viewer,
  isAdmin: isAdmin(attendant),
  closesPending: abilitiesOf(attendant.user).includes('tickets:close-pending'),
});

/** What a step is decided by. Texts, and whether the connection is up, are read where the decision looks at them. */
const ticketWorld = ({ directory, userId }: Attendant, ticket: Ticket, world: World): TicketWorld => {
  const connection =
    ticket.connectionId === null ? undefined : directory.connections.get(ticket.connectionId);
  return {
    settings: directory.settings,
    plan: { useIntegrations: directory.plan.flags.useIntegrations === true },
    queues: directory.queues,
    users: directory.users,
    get farewellMessage() {
      return farewellOf(world, ticket.userId ?? userId);
    },
    connection: connection && {
      get complationMessage() {
        return connectionOf(world, connection.id)?.complationMessage ?? '';
      },
      get ratingMessage() {
        return connectionOf(world, connection.id)?.ratingMessage ?? '';
      },
      groupAsTicket: connection.groupAsTicket,
      get connected() {
        return isConnectedNow(world, connection.id);
      },
    },
  };
};

/** Refuses to bring a second ticket of the same contact and connection to life. */
const refuseSecondActive = (
  attendant: Attendant,
  ticket: TicketRow,
  conversation: ConversationRow | undefined,
  world: World,
): void => {
  const activeId = conversation?.activeTicketId ?? null;
  if (activeId === null || activeId === ticket.id) return;
  const active = otherTicket(world, activeId);
  if (active === undefined) throw new AppError('ERR_CONFLICT');
  throw new AppError('ERR_OTHER_OPEN_TICKET', { details: conflictOf(active, attendant) });
};

/** Returns the contact and the number of the new ticket that a transfer opens. */
const successorOf = (ticket: TicketRow, world: World): AttendantStep['successor'] => {
  const met =
    ticket.connectionId === null ? undefined : meetingOf(world, ticket.contactId, ticket.connectionId);
  if (met === undefined) throw new AppError('ERR_TICKET_TRANSITION');
  const { contact } = met;
  // Merged this moment: the ticket is about to follow.
  if (contact.id !== ticket.contactId) throw new AppError('ERR_CONFLICT');
  return { contact, ticketId: newTicketNumber(world) };
};

type Surrounded = Pick<AttendantStep, 'decision' | 'surroundings' | 'successor'>;

/**
 * A closed ticket of a contact that was merged into another goes on as a ticket of that one, and itself stays closed with
 * its messages.
 */
const continueMerged = (
  attendant: Attendant,
  ticket: TicketRow & { connectionId: number },
  decision: ChangedTicket,
  world: World,
): Surrounded => {
  const met = meetingOf(world, ticket.contact.id, ticket.connectionId);
  if (met === undefined) throw new AppError('ERR_TICKET_TRANSITION');
  const { contact, conversation } = met;
  refuseSecondActive(attendant, ticket, conversation, world);
  const { status, queueId, userId, transferredById } = decision.after;
  if (status === 'closed') throw new Error('a ticket that stays closed goes on with nobody');
  return {
    decision: {
      ...decision,
      after: ticket,
      logs: [],
      tracking: undefined,
      successor: { status, queueId, userId, transferredById },
    },
    surroundings: { conversation },
    successor: { contact, ticketId: newTicketNumber(world) },
  };
};

const hasMerged = (ticket: TicketRow): ticket is TicketRow & { connectionId: number } =>
  ticket.contact.id !== ticket.contactId && ticket.connectionId !== null;

/** A decided step with what it touches beside its ticket. */
const surrounded = (
  attendant: Attendant,
  ticket: TicketRow,
  decision: ChangedTicket,
  world: World,
): Surrounded => {
  const turns = (ticket.status === 'closed') !== (decision.after.status === 'closed');
  const reopens = turns && decision.after.status !== 'closed';
  if (reopens && hasMerged(ticket)) return continueMerged(attendant, ticket, decision, world);
  const surroundings = turns ? surroundingsOf(world, decision.after) : undefined;
  if (reopens) refuseSecondActive(attendant, ticket, surroundings?.conversation, world);
  return {
    decision,
    surroundings,
    successor: decision.successor === null ? undefined : successorOf(ticket, world),
  };
};

/**
 * Accepts, returns, transfers, resolves, ignores, reopens or adjusts a ticket. Of two who accept at once one succeeds.
 * Accepting and returning: one query and one transaction; closing and reopening read the conversation, the closed ticket before
 * and the farewell in between.
 * @returns the ticket that goes on: a transfer may end one and begin another, and so does taking up what a merged contact had
 * @throws AppError ERR_TICKET_TAKEN and ERR_OTHER_OPEN_TICKET with who has it in the details
 */
export const changeTicket = async (
  ports: Ports,
  attendant: Attendant,
  ticketId: number,
  change: TicketChange,
): Promise<TicketRow> => {
  const { viewer, directory, user, userId: actorId } = attendant;
  const actor = actorOf(attendant);
  // A user who sees the ticket only while it waits may be told who accepted it.
  const isTakenFromView = (ticket: TicketRow): boolean =>
    isTaken(ticket, change, actor) && canSeeTicket({ ...ticket, status: 'pending', userId: null }, viewer);
  const open = () => openScene.byAttendance(asAttendant(attendant), ticketId, isTakenFromView);
  const { scene, done } = await act(ports, open, ({ ticket, tracking }, world, moment) => {
    if (isTaken(ticket, change, actor))
      throw new AppError('ERR_TICKET_TAKEN', { details: conflictOf(ticket, attendant) });
    const given = ticketWorld(attendant, ticket, world);
    const decision = decideTicketUpdate({ ticket, tracking }, change, actor, given, moment);
    switch (decision.kind) {
      case 'unchanged':
        return undefined;
      case 'refused':
        throw new AppError(decision.code);
      case 'changed':
        return attendantTurn(
          {
            ticket,
            tracking,
            ...surrounded(attendant, ticket, decision, world),
            actorId,
            channel: channelOf(ticket),
            fill: (text, said) => fillText(directory, said, user.name, text, moment.nowMs),
          },
          moment,
        );
    }
  });
  return done?.ticket ?? scene.ticket;
};
