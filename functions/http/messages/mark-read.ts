import type { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { SEND_WAIT_MS } from '@prosa/shared/rules/send-failure.ts';
import { canSeeHistory, isReadBy, isUnopened } from '@prosa/shared/rules/ticket-visibility.ts';
import { channelOf, takesCommands } from '../../channels/channels.ts';
import { commitDecision, committedTicket, decideOn } from '../../conversations/act.ts';
import { asAttendant } from '../../conversations/actor.ts';
import { MESSAGES_EXAMINED_MAX } from '../../conversations/message-access.ts';
import { emptyScene } from '../../conversations/scene.ts';
import { requireTicketBy, tableOf, viewTicket } from '../../conversations/ticket-access.ts';
import { recipientOf } from '../../domain/messages/outbound-content.ts';
import { isDriven } from '../../domain/tickets/automation.ts';
import { type Moment, mergeTurns, type OutsideCall } from '../../domain/turns/turn.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { errorFields, log } from '../../platform/log.ts';
import { WriteConflict } from '../../platform/table/commit.ts';
import { Message } from '../../platform/table/entities/messages.ts';
import { keys } from '../../platform/table/keys.ts';
import type { MessageRow } from '../../repositories/tickets/messages.ts';
import { loadTicket, type TicketRow } from '../../repositories/tickets/tickets.ts';
import { placeIn } from './place-in.ts';

const MARK_READ_ATTEMPTS = 3;
/** Maximum number of messages in one read command. */
const MAX_READ_IDS = 100;
/** Maximum number of read commands per call: one for each sender of a group. */
const MAX_READ_COMMANDS = 10;

/** Returns whether the caller is the ticket's reader and reading its newest messages changes the ticket. */
export const isToBeRead = (ticket: TicketRow, principal: UserPrincipal): boolean =>
  isReadBy(ticket, principal.userId) &&
  isUnopened(ticket) &&
  (ticket.unreadMessages > 0 || ticket.userId === principal.userId);

/** The messages of a conversation that a user has seen. */
interface Seen {
  /** Newest first. Can include own messages and already read messages. */
  rows: readonly MessageRow[];
  /** Number of unread messages newer than `rows`. */
  newer: number;
}

/**
 * Returns the commands that report the seen messages as read to the provider: one command, or in a group one for each
 * sender.
 */
const readCalls = (
  principal: UserPrincipal,
  ticket: TicketRow,
  { rows, newer }: Seen,
  { nowMs }: Moment,
): OutsideCall[] => {
  const { connectionId } = ticket;
  const channel = channelOf(ticket);
  if (connectionId === null || isDriven(ticket) || !channel.capabilities.readReceipts) return [];
  const connection = principal.directory.connections.get(connectionId);
  if (connection === undefined || !takesCommands(connection)) return [];
  const unread = rows.filter((row) => !row.fromMe).slice(0, Math.max(0, ticket.unreadMessages - newer));
  const to = recipientOf(ticket);
  if (to.length === 0) return [];
  const byWriter = new Map<string, { participant: Identity | undefined; ids: string[] }>();
  for (const { participant, providerMessageId } of unread) {
    if (providerMessageId === null) continue;
    const writer = participant?.identity;
    const key = writer === undefined ? '' : `${writer.kind}:${writer.value}`;
    const entry = byWriter.get(key) ?? { participant: writer, ids: [] };
    if (entry.ids.length < MAX_READ_IDS) entry.ids.push(providerMessageId);
    byWriter.set(key, entry);
  }
  return [...byWriter.values()].slice(0, MAX_READ_COMMANDS).map(({ participant, ids }) =>
    channel.call(
      {
        v: 1,
        type: 'read',
        companyId: ticket.companyId,
        connectionId,
        to,
        providerMessageIds: ids,
        waitsUntil: nowMs + SEND_WAIT_MS,
        ...(participant === undefined ? {} : { participant }),
      },
      ticket.contactId,
    ),
  );
};

/**
 * Clears the unread count. If the reader is the attendant, also clears the transfer mark. Newer messages, and messages
 * that arrive at the same time, stay unread. Errors are logged, not thrown. Retries on write conflicts, at most 3
 * attempts.
 */
export const markRead = async (
  principal: UserPrincipal,
  ticket: TicketRow,
  seen: Seen,
  moment: Moment,
): Promise<TicketRow> => {
  const scene = emptyScene(asAttendant(principal));
  let current = ticket;
  for (let attempt = 1; attempt <= MARK_READ_ATTEMPTS; attempt++) {
    const arrived = Math.max(0, current.unreadMessages - ticket.unreadMessages);
    const unreadMessages = Math.min(current.unreadMessages, seen.newer + arrived);
    const isAttendant = current.userId === principal.userId;
    const transferredById = isAttendant ? null : current.transferredById;
    const read = { ...current, unreadMessages, transferredById };
    try {
      const decision = await decideOn({ ...scene, ticket: current }, moment, ({ ticket: before }) =>
        mergeTurns({
          tickets: [{ before, after: read }],
          calls: readCalls(principal, ticket, seen, moment),
        }),
      );
      return committedTicket(await commitDecision(decision));
    } catch (error) {
      if (!(error instanceof WriteConflict)) {
        log.warn('marking read failed', { ticketId: ticket.id, ...errorFields(error) });
        return ticket;
      }
      const reloaded = await loadTicket(scene.table, ticket.id);
      if (reloaded === undefined || !isUnopened(reloaded) || !isReadBy(reloaded, principal.userId)) {
        return reloaded ?? ticket;
      }
      current = reloaded;
    }
  }
  return current;
};

/** Reads the contact's newest messages, as many as the unread count. One query, at most 100 messages. */
const unreadRows = async (principal: UserPrincipal, ticket: TicketRow): Promise<MessageRow[]> => {
  const { contactId, connectionId, unreadMessages } = ticket;
  if (connectionId === null || unreadMessages === 0) return [];
  const { rows } = await tableOf(principal).query(Message, {
    pk: keys.message({ contactId, connectionId, sortKey: '' }).pk,
    order: 'desc',
    limit: Math.min(unreadMessages, MAX_READ_IDS),
    maxExamined: MESSAGES_EXAMINED_MAX,
    consistent: true,
    filter: (message) => !message.fromMe && canSeeHistory(message, ticket, principal.viewer),
  });
  return rows;
};

/**
 * Marks a conversation as read up to a message that the caller has seen. Costs one read of the ticket, one query for
 * the unread messages, and one write. Writes nothing if all messages were already read or the caller is not the reader.
 * @throws AppError ERR_NO_TICKET_FOUND, ERR_NO_MESSAGE_FOUND
 */
export const readMessages = async ({
  principal,
  params,
  body,
  ids,
  clock,
}: HandlerContext<typeof messageRoutes.read>) => {
  const ticket = await requireTicketBy(principal, params.ticketUuid);
  const until = placeIn(ticket, body.newestId);
  if (!isToBeRead(ticket, principal)) return viewTicket(ticket, principal);
  const unread = await unreadRows(principal, ticket);
  const rows = unread.filter(({ sortKey }) => sortKey <= until);
  const seen = { rows, newer: unread.length - rows.length };
  const shown = await markRead(principal, ticket, seen, { ids, nowMs: clock.now() });
  return viewTicket(shown, principal);
};
