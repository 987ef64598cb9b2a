import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { act, portsAt } from '../../conversations/act.ts';
import { asSystem } from '../../conversations/actor.ts';
import * as openScene from '../../conversations/open-scene.ts';
import { readOnPhoneTurn } from '../../domain/inbound/read-on-phone.ts';
import { makeSortKey } from '../../domain/message-id.ts';
import { Message } from '../../platform/table/entities/messages.ts';
import { keys } from '../../platform/table/keys.ts';
import { findContactByIdentities } from '../../repositories/contacts/contacts.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';
import type { InboundContext } from './ports.ts';

/** Maximum number of messages that one event looks at; if more arrived after the reading, the count stays as it is. */
const MAX_EXAMINED = 100;

/**
 * Returns how many of a conversation's unread messages arrived after the reading; all of them if there are too many to
 * count. Also those of an earlier ticket count, because a ticket that continues another one keeps its unread count.
 */
const countNewer = async (
  { table }: InboundContext,
  { contactId, unreadMessages }: TicketRow,
  { connectionId, until }: InboundEventOf<'chat-read'>,
): Promise<number> => {
  if (unreadMessages === 0) return 0;
  const { rows, next } = await table.query(Message, {
    pk: keys.message({ contactId, connectionId, sortKey: '' }).pk,
    // The end of this millisecond.
    after: makeSortKey(until + 1, ''),
    limit: Math.min(unreadMessages, MAX_EXAMINED),
    maxExamined: MAX_EXAMINED,
    consistent: true,
    filter: ({ fromMe }) => !fromMe,
  });
  return next === undefined ? rows.length : unreadMessages;
};

/**
 * Lowers the unread count of a conversation's active ticket to the messages that arrived after they were read on the
 * account's own phone. Nothing else of the ticket changes, and no command is sent, so our own read receipts cannot
 * come back as others. A message that is stored later, although it arrived before the reading, stays unread.
 *
 * Cost: four reads; a query and a transaction if the ticket has unread messages.
 */
export const readOnPhone = async (
  context: InboundContext,
  event: InboundEventOf<'chat-read'>,
): Promise<void> => {
  const { contact } = await findContactByIdentities(context.table, event.chat.identities);
  if (contact === undefined) return;
  const place = { contactId: contact.id, connectionId: event.connectionId };
  const open = async () => {
    const scene = await openScene.byContact(asSystem(context.directory), place);
    const { active } = scene;
    return { ...scene, newer: active === undefined ? 0 : await countNewer(context, active, event) };
  };
  await act(portsAt(context), open, ({ active, newer }) =>
    active === undefined ? undefined : readOnPhoneTurn(active, newer),
  );
};
