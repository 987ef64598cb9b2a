import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { makeSortKey } from '../../domain/message-id.ts';
import { Message } from '../../platform/table/entities/messages.ts';
import { keys } from '../../platform/table/keys.ts';
import { raiseAck } from '../../platform/table/updates.ts';
import { findContactByIdentities } from '../../repositories/contacts/contacts.ts';
import type { MessageRow } from '../../repositories/tickets/messages.ts';
import type { InboundContext } from './ports.ts';

const PAGE = 10;
/** Maximum number of messages that one receipt looks at: older ones were answered long ago. */
const MAX_EXAMINED = 50;

const isSent = ({ sendState }: MessageRow): boolean => sendState === 'sent';

/** Returns the newest messages of ours up to a time whose ack is lower, newest first. */
const behind = async (
  { table }: InboundContext,
  contactId: number,
  { connectionId, until, ack }: InboundEventOf<'receipt-until'>,
): Promise<MessageRow[]> => {
  const { pk } = keys.message({ contactId, connectionId, sortKey: '' });
  const found: MessageRow[] = [];
  // The end of this millisecond.
  let after: string | undefined = makeSortKey(until + 1, '');
  for (let examined = 0; examined < MAX_EXAMINED && after !== undefined; examined += PAGE) {
    const page: { rows: MessageRow[]; next?: string } = await table.query(Message, {
      pk,
      order: 'desc',
      after,
      limit: PAGE,
      pageSize: PAGE,
      consistent: true,
    });
    const sent = page.rows.filter(isSent);
    const known = sent.findIndex((message) => message.ack >= ack);
    found.push(...sent.slice(0, known === -1 ? sent.length : known));
    after = known === -1 ? page.next : undefined;
  }
  return found;
};

/**
 * Raises the ack of our messages to a contact up to a time: of the newest 50 messages of the conversation, those that
 * are sent and newer than the newest one that has this ack. Messages from before a merge of contacts are not found.
 *
 * Cost: two reads, a query of ten messages (about two read units) for each ten of them, one update (1 write unit) for
 * each raised message. The oldest is raised first, so that a repeated event continues an interrupted one.
 */
export const raiseUntil = async (
  context: InboundContext,
  event: InboundEventOf<'receipt-until'>,
): Promise<void> => {
  const { contact } = await findContactByIdentities(context.table, event.chat.identities);
  if (contact === undefined) return;
  const messages = await behind(context, contact.id, event);
  for (const message of messages.toReversed()) await raiseAck(context.table, message, event.ack);
};
