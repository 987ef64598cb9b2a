import type { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { canonicalIdentities } from '../../domain/contacts/canonical-identity.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { Contact, ContactAlias } from '../../platform/table/entities/contacts.ts';
import { Conversation } from '../../platform/table/entities/messages.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
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
  nowMs: number,
): Promise<void> => {
  const ticketId = closedTicketIdOf(conversation);
  const ticket = ticketId === undefined ? undefined : await loadTicket(table, ticketId);
  if (ticket !== undefined) {
    await removeTicketWithStory(table, ticket, nowMs);
    return;
  }
  // Its ticket is gone already: the pointer alone is left.
  const lastClosedByQueue = Object.fromEntries(
    Object.entries(conversation.lastClosedByQueue).filter(([, id]) => id !== ticketId),
  );
  const pointers = { ...conversation, lastClosedByQueue, lastTicketId: null };
  await commit([table.put(Conversation, pointers, conversation.version, nowMs)]);
};

/**
 * Removes a contact with its identities, its closed tickets and their messages. Refused while a ticket is active. The
 * contact goes last, so that a removal cut short is simply asked for again.
 */
export const removeContact = async ({
  principal,
  params,
  clock,
}: HandlerContext<typeof contactRoutes.remove>) => {
  const table = openTable(principal.companyId);
  for (let removed = 0; removed <= MAX_TICKETS_REMOVED; removed++) {
    const done = await retryOnConflict(async () => {
      const loaded = await loadContactWithConversations(table, params.id);
      if (loaded === undefined) throw new AppError('ERR_NO_CONTACT_FOUND');
      const { contact, conversations } = loaded;
      if (conversations.some(({ activeTicketId }) => activeTicketId !== null)) {
        throw new AppError('ERR_OTHER_OPEN_TICKET');
      }
      const remaining = conversations.find((conversation) => closedTicketIdOf(conversation) !== undefined);
      if (remaining !== undefined) {
        await removeNextTicket(table, remaining, clock.now());
        return false;
      }
      await commit([
        table.delete(Contact, contact, contact.version),
        ...conversations.map((conversation) =>
          table.delete(Conversation, conversation, conversation.version),
        ),
        ...canonicalIdentities(contact.identities).map((identity) => table.delete(ContactAlias, identity)),
      ]);
      return true;
    });
    if (done) return { message: 'contact deleted' };
  }
  throw new AppError('ERR_CONFLICT');
};
