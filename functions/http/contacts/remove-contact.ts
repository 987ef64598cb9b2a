import type { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { contactRemoval } from '../../domain/turns/contact-turns.ts';
import { pointerRemoval } from '../../domain/turns/ticket-removal.ts';
import type { Moment } from '../../domain/turns/turn.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { auditItem } from '../../repositories/audit.ts';
import { commitTurn } from '../../repositories/commit-turn.ts';
import { loadContactWithConversations } from '../../repositories/contacts.ts';
import { removeTicketWithStory } from '../../repositories/ticket-removal.ts';
import { type ConversationRow, loadTicket } from '../../repositories/tickets.ts';

/** Closed tickets removed per call; a contact with more answers ERR_CONFLICT and is asked for again. */
const MAX_TICKETS_REMOVED = 100;

const closedTicketIdOf = (conversation: ConversationRow): number | undefined =>
  Object.values(conversation.lastClosedByQueue)[0] ?? conversation.lastTicketId ?? undefined;

/** Removes the next closed ticket of a contact; the one before it then stands in its place. */
const removeNextTicket = async (
  table: Table,
  conversation: ConversationRow,
  moment: Moment,
): Promise<void> => {
  const ticketId = closedTicketIdOf(conversation);
  const ticket = ticketId === undefined ? undefined : await loadTicket(table, ticketId);
  if (ticket !== undefined) {
    await removeTicketWithStory(table, ticket, moment);
    return;
  }
  await commitTurn(table, pointerRemoval(conversation, ticketId), moment);
};

/**
 * Removes a contact with its identities, its closed tickets and their messages, and those that were merged into it. Refused while a ticket is active. The
 * contact goes last, so that a removal cut short is simply asked for again.
 */
export const removeContact = async ({
  principal,
  params,
  request,
  ids,
  clock,
}: HandlerContext<typeof contactRoutes.remove>) => {
  const table = openTable(principal.companyId);
  for (let removed = 0; removed <= MAX_TICKETS_REMOVED; removed++) {
    const done = await retryOnConflict(async () => {
      const moment = { ids, nowMs: clock.now() };
      const loaded = await loadContactWithConversations(table, params.id);
      if (loaded === undefined) throw new AppError('ERR_NO_CONTACT_FOUND');
      const { contact, conversations, merged } = loaded;
      if (conversations.some(({ activeTicketId }) => activeTicketId !== null)) {
        throw new AppError('ERR_OTHER_OPEN_TICKET');
      }
      const remaining = conversations.find((conversation) => closedTicketIdOf(conversation) !== undefined);
      if (remaining !== undefined) {
        await removeNextTicket(table, remaining, moment);
        return false;
      }
      const entry = auditItem(table, { ...moment, principal, request }, 'contacts.remove', {
        id: contact.id,
        before: contact,
      });
      await commitTurn(table, contactRemoval(contact, conversations, merged), moment, [entry]);
      return true;
    });
    if (done) return { message: 'contact deleted' };
  }
  throw new AppError('ERR_CONFLICT');
};
