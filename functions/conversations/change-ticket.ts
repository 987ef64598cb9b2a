import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { abilitiesOf, isAdmin } from '@prosa/shared/permissions.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { channelOf } from '../channels/channels.ts';
import {
  attendanceOf,
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
import { isAsking } from '../domain/turns/begin-anew.ts';
import { type Moment, type Turn, turnOn } from '../domain/turns/turn.ts';
import type { Attendant } from '../platform/auth/principal.ts';
import type { ConversationRow, TicketRow } from '../repositories/tickets/tickets.ts';
import { act, type Ports } from './act.ts';
import { asAttendant } from './actor.ts';
import { fillText } from './fill-text.ts';
import * as openScene from './open-scene.ts';
import { conflictOf } from './ticket-access.ts';

const actorOf = (attendant: Attendant): TicketActor => ({
  viewer: attendant.viewer,
  isAdmin: isAdmin(attendant.user),
  closesPending: abilitiesOf(attendant.user).includes('tickets:close-pending'),
});

/**
 * Returns the company data that a step is decided by. Texts, and whether the connection is up, are only read if the
 * decision uses them.
 */
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

/**
 * Returns the turn for a ticket on which an attendant writes a message. If the ticket waits for a rating or a consent,
 * the attendant accepts it.
 * @throws AppError ERR_QUEUE_REQUIRED, ERR_NO_PERMISSION if the attendant cannot accept the ticket
 */
export const writtenOn = (attendant: Attendant, ticket: TicketRow, world: World, moment: Moment): Turn => {
  if (!isAsking(ticket)) return turnOn(ticket);
  const attendance = attendanceOf(turnOn(ticket), world);
  const accepts: TicketChange = {
    status: 'open',
    sendFarewellMessage: false,
    sendGreetingMessage: false,
    isTransfered: false,
  };
  const given = ticketWorld(attendant, ticket, world);
  const decision = decideTicketUpdate({ ticket, attendance }, accepts, actorOf(attendant), given, moment);
  switch (decision.kind) {
    case 'unchanged':
      return turnOn(ticket);
    case 'refused':
      throw new AppError(decision.code);
    case 'changed':
      return attendantTurn(
        {
          ticket,
          attendance,
          decision,
          surroundings: undefined,
          successor: undefined,
          actorId: attendant.userId,
          channel: channelOf(ticket),
          fill: (text) => text,
        },
        moment,
      );
  }
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

/** Returns the contact and the id of the new ticket that a transfer creates. */
const successorOf = (ticket: TicketRow, world: World): AttendantStep['successor'] => {
  const met =
    ticket.connectionId === null ? undefined : meetingOf(world, ticket.contactId, ticket.connectionId);
  if (met === undefined) throw new AppError('ERR_TICKET_TRANSITION');
  const { contact } = met;
  // The contact was merged just now, and the ticket is about to follow.
  if (contact.id !== ticket.contactId) throw new AppError('ERR_CONFLICT');
  return { contact, ticketId: newTicketNumber(world) };
};

type Surrounded = Pick<AttendantStep, 'decision' | 'surroundings' | 'successor'>;

/**
 * Continues a closed ticket of a merged contact as a ticket of the contact that was kept; the closed one stays with
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
      attendance: undefined,
      successor: { status, queueId, userId, transferredById },
    },
    surroundings: { conversation },
    successor: { contact, ticketId: newTicketNumber(world) },
  };
};

const hasMerged = (ticket: TicketRow): ticket is TicketRow & { connectionId: number } =>
  ticket.contact.id !== ticket.contactId && ticket.connectionId !== null;

/** Adds the other rows that a decided step changes besides its ticket. */
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
 * Accepts, returns, transfers, resolves, ignores, reopens or adjusts a ticket. If two users accept at once, one of
 * them succeeds. Accepting and returning cost one query and one transaction; closing and reopening also read the
 * conversation, the previous closed ticket and the farewell.
 * @returns the ticket on which the conversation continues: a transfer may close one and create another, and so does
 * reopening a ticket of a merged contact
 * @throws AppError ERR_TICKET_TAKEN and ERR_OTHER_OPEN_TICKET with the ticket's user in the details
 */
export const changeTicket = async (
  ports: Ports,
  attendant: Attendant,
  ticketId: number,
  change: TicketChange,
): Promise<TicketRow> => {
  const { viewer, directory, user, userId: actorId } = attendant;
  const actor = actorOf(attendant);
  // A user who sees the ticket only while it waits may learn who accepted it.
  const isTakenFromView = (ticket: TicketRow): boolean =>
    isTaken(ticket, change, actor) && canSeeTicket({ ...ticket, status: 'pending', userId: null }, viewer);
  const open = () => openScene.byAttendance(asAttendant(attendant), ticketId, isTakenFromView);
  const { scene, done } = await act(ports, open, ({ ticket, attendance }, world, moment) => {
    if (isTaken(ticket, change, actor))
      throw new AppError('ERR_TICKET_TAKEN', { details: conflictOf(ticket, attendant) });
    const given = ticketWorld(attendant, ticket, world);
    const decision = decideTicketUpdate({ ticket, attendance }, change, actor, given, moment);
    switch (decision.kind) {
      case 'unchanged':
        return undefined;
      case 'refused':
        throw new AppError(decision.code);
      case 'changed':
        return attendantTurn(
          {
            ticket,
            attendance,
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
