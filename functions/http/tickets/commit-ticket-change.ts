import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { nameBesideNumber } from '@prosa/shared/rules/hide-numbers.ts';
import { channelOf } from '../../channels/channels.ts';
import { watched } from '../../domain/engine/watch.ts';
import { renderTemplate } from '../../domain/texts/render-template.ts';
import type { ChangedTicket } from '../../domain/tickets/decide-ticket-update.ts';
import { type AttendantStep, attendantTurn } from '../../domain/turns/attendant-turn.ts';
import type { Moment } from '../../domain/turns/turn.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import { nextId } from '../../platform/table/updates.ts';
import { commitTurn, committedTicket } from '../../repositories/commit-turn.ts';
import { loadContact, loadContactOn } from '../../repositories/contacts.ts';
import {
  type ConversationRow,
  loadTicket,
  loadTicketSurroundings,
  type TicketRow,
  type TrackingRow,
} from '../../repositories/tickets.ts';
import { conflictOf, tableOf } from './ticket-access.ts';

interface Loaded {
  ticket: TicketRow;
  tracking: TrackingRow | undefined;
}

/** Fills a text's placeholders as this attendant says it on a ticket. */
const filler =
  ({ directory, user }: UserPrincipal, nowMs: number) =>
  (text: string, { id, contact, queueId, connectionId }: Ticket): string =>
    renderTemplate(text, {
      contactName: nameBesideNumber(contact),
      ticketId: id,
      userName: user.name,
      queueName: queueId === null ? '' : (directory.queues.get(queueId)?.name ?? ''),
      connectionName: connectionId === null ? '' : (directory.connections.get(connectionId)?.name ?? ''),
      companyName: directory.company.name,
      nowMs,
      timeZone: directory.company.timeZone,
      language: directory.settings.language,
    });

/** Refuses to bring a second ticket of the same contact and connection to life. */
const refuseSecondActive = async (
  principal: UserPrincipal,
  ticket: TicketRow,
  conversation: ConversationRow | undefined,
): Promise<void> => {
  const activeId = conversation?.activeTicketId ?? null;
  if (activeId === null || activeId === ticket.id) return;
  const active = await loadTicket(tableOf(principal), activeId);
  if (active === undefined) throw new AppError('ERR_CONFLICT');
  throw new AppError('ERR_OTHER_OPEN_TICKET', { details: conflictOf(active, principal) });
};

/** What the new ticket of a transfer is made of. */
const loadSuccessor = async (principal: UserPrincipal, ticket: TicketRow) => {
  const table = tableOf(principal);
  const [contact, ticketId] = await Promise.all([
    loadContact(table, ticket.contactId),
    nextId(table, 'ticket'),
  ]);
  if (contact === undefined) throw new AppError('ERR_TICKET_TRANSITION');
  // Merged this moment: the ticket is about to follow.
  if (contact.id !== ticket.contactId) throw new AppError('ERR_CONFLICT');
  return { contact, ticketId };
};

/**
 * A closed ticket of a contact that was merged into another goes on as a ticket of that one, and itself stays closed with
 * its messages.
 */
const continueMerged = async (
  principal: UserPrincipal,
  ticket: TicketRow & { connectionId: number },
  decision: ChangedTicket,
): Promise<Pick<AttendantStep, 'decision' | 'surroundings' | 'successor'>> => {
  const table = tableOf(principal);
  const loaded = await loadContactOn(table, ticket.contact.id, ticket.connectionId);
  if (loaded === undefined) throw new AppError('ERR_TICKET_TRANSITION');
  const { contact, conversation } = loaded;
  await refuseSecondActive(principal, ticket, conversation);
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
    successor: { contact, ticketId: await nextId(table, 'ticket') },
  };
};

const hasMerged = (ticket: TicketRow): ticket is TicketRow & { connectionId: number } =>
  ticket.contact.id !== ticket.contactId && ticket.connectionId !== null;

/** What a step is decided on, beside its ticket. */
const loadStep = async (
  principal: UserPrincipal,
  ticket: TicketRow,
  decision: ChangedTicket,
): Promise<Pick<AttendantStep, 'decision' | 'surroundings' | 'successor'>> => {
  const table = tableOf(principal);
  const turns = (ticket.status === 'closed') !== (decision.after.status === 'closed');
  const reopens = turns && decision.after.status !== 'closed';
  if (reopens && hasMerged(ticket)) return continueMerged(principal, ticket, decision);
  const [surroundings, successor] = await Promise.all([
    turns ? loadTicketSurroundings(table, decision.after) : undefined,
    decision.successor === null ? undefined : loadSuccessor(principal, ticket),
  ]);
  if (reopens) await refuseSecondActive(principal, ticket, surroundings?.conversation);
  return { decision, surroundings, successor };
};

/**
 * Commits a decided step with everything that goes with it, in one transaction.
 * @returns the ticket that goes on: a transfer may end one and begin another, and so does taking up what a merged contact had
 */
export const commitTicketChange = async (
  principal: UserPrincipal,
  loaded: Loaded,
  decision: ChangedTicket,
  moment: Moment,
): Promise<TicketRow> => {
  const { ticket } = loaded;
  const table = tableOf(principal);
  const step = await loadStep(principal, ticket, decision);
  const turn = attendantTurn(
    {
      ...loaded,
      ...step,
      actorId: principal.userId,
      channel: channelOf(ticket),
      fill: filler(principal, moment.nowMs),
    },
    moment,
  );
  return committedTicket(await commitTurn(table, watched(turn, principal.directory, moment), moment));
};
