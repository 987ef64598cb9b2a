import type { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { commitDecision, decideOn } from '../../conversations/act.ts';
import { asAttendant } from '../../conversations/actor.ts';
import { removeTicketWithStory } from '../../conversations/remove-ticket.ts';
import { emptyScene, type Scene } from '../../conversations/scene.ts';
import { contactRemoval } from '../../domain/turns/contact-turns.ts';
import { pointerRemoval } from '../../domain/turns/ticket-removal.ts';
import type { Moment } from '../../domain/turns/turn.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { Table } from '../../platform/table/table.ts';
import { FILE_REMOVAL_AFTER_MS, setTimerItem } from '../../platform/timers/set-timer.ts';
import { type ContactRow, loadContactWithConversations } from '../../repositories/contacts/contacts.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { type ConversationRow, loadTicket } from '../../repositories/tickets/tickets.ts';

/** Closed tickets removed per call. A contact with more gets ERR_CONFLICT, and the client retries. */
const MAX_TICKETS_REMOVED = 100;

const closedTicketIdOf = (conversation: ConversationRow): number | undefined =>
  Object.values(conversation.lastClosedByQueue)[0] ?? conversation.lastTicketId ?? undefined;

/** Removes the next closed ticket of a contact; the previous ticket then takes its place. */
const removeNextTicket = async (
  scene: Scene,
  conversation: ConversationRow,
  moment: Moment,
): Promise<void> => {
  const ticketId = closedTicketIdOf(conversation);
  const ticket = ticketId === undefined ? undefined : await loadTicket(scene.table, ticketId);
  if (ticket !== undefined) {
    await removeTicketWithStory(scene.table, ticket, moment);
    return;
  }
  await commitDecision(await decideOn(scene, moment, () => pointerRemoval(conversation, ticketId)));
};

/** Returns the writes that remove the pictures of contacts. */
const pictureRemovals = (table: Table, contacts: readonly ContactRow[], moment: Moment): WriteItem[] =>
  [...new Set(contacts.map(({ urlPicture }) => urlPicture))]
    .filter((key) => key !== '')
    .map((subject) =>
      setTimerItem(
        table,
        { kind: 'file-removal', subject, dueAt: moment.nowMs + FILE_REMOVAL_AFTER_MS },
        moment,
      ),
    );

/**
 * Removes a contact with its picture, its identities, its closed tickets and their messages, and the contacts that were merged
 * into it. Refused while a ticket is active. The contact's row is deleted last, so that an interrupted removal can be
 * retried.
 */
export const removeContact = async ({
  principal,
  params,
  request,
  ids,
  clock,
}: HandlerContext<typeof contactRoutes.remove>) => {
  const scene = emptyScene(asAttendant(principal));
  const { table } = scene;
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
        await removeNextTicket(scene, remaining, moment);
        return false;
      }
      const entry = auditItem(table, { ...moment, principal, request }, 'contacts.remove', {
        id: contact.id,
        before: contact,
      });
      const decision = await decideOn(scene, moment, () => contactRemoval(contact, conversations, merged));
      await commitDecision(decision, [entry, ...pictureRemovals(table, [contact, ...merged], moment)]);
      return true;
    });
    if (done) return { message: 'contact deleted' };
  }
  throw new AppError('ERR_CONFLICT');
};
