import { type PastExchange, pastExchange } from '../../domain/assistants/past-exchange.ts';
import { Message } from '../../platform/table/entities/messages.ts';
import { Ticket } from '../../platform/table/entities/tickets.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import type { MessageRow } from '../tickets/messages.ts';
import type { TicketRow } from '../tickets/tickets.ts';

/** Closed tickets that are looked at, the newest: five read units for 40. */
const TICKETS_MAX = 200;
const TICKETS_PER_STEP = 40;
/** Messages of a ticket that are looked at, the newest: about three read units. */
const MESSAGES_MAX = 60;
const EXAMINED_MAX = 200;
/** More than any sort key that begins like another one. */
const UP_TO_AND_WITH = '~';

/**
 * Returns messages of a ticket, the oldest first. One query.
 * @param end the sort key of the last one; without it, the newest
 */
export const loadMessagesUpTo = async (
  table: Table,
  { id, contactId, connectionId }: TicketRow,
  end: string | undefined,
  limit: number,
): Promise<MessageRow[]> => {
  if (connectionId === null) return [];
  const { rows } = await table.query(Message, {
    pk: keys.message({ contactId, connectionId, sortKey: '' }).pk,
    order: 'desc',
    limit,
    maxExamined: EXAMINED_MAX,
    filter: ({ ticketId }) => ticketId === id,
    ...(end === undefined ? {} : { after: `${end}${UP_TO_AND_WITH}` }),
  });
  return rows.toReversed();
};

/** An exchange, and its ticket. */
export interface TicketExchange extends PastExchange {
  ticket: TicketRow;
}

const exchangeOf = async (table: Table, ticket: TicketRow): Promise<TicketExchange[]> => {
  const messages = await loadMessagesUpTo(table, ticket, undefined, MESSAGES_MAX);
  const exchange = pastExchange(messages, ticket.contact);
  return exchange === undefined ? [] : [{ ...exchange, ticket }];
};

/**
 * Returns exchanges of customers with attendants, one of each ticket, of those that were closed last: the newest of each contact,
 * if it has a queue, because the index of closed tickets has only these. About three read units for each ticket that is looked
 * at, at most 200.
 */
export const loadPastExchanges = async (table: Table, wanted: number): Promise<TicketExchange[]> => {
  const { pk } = keys.ticketByStatus({ status: 'closed', activityAt: '', id: 0 });
  const found: TicketExchange[] = [];
  let after: string | undefined;
  for (let looked = 0; looked < TICKETS_MAX && found.length < wanted; looked += TICKETS_PER_STEP) {
    const page = await table.query(Ticket, {
      index: 'g3',
      pk,
      order: 'desc',
      limit: TICKETS_PER_STEP,
      filter: ({ isGroup, imported }) => !isGroup && imported === null,
      ...(after === undefined ? {} : { after }),
    });
    const exchanges = await Promise.all(page.rows.map((ticket) => exchangeOf(table, ticket)));
    found.push(...exchanges.flat());
    after = page.next;
    if (after === undefined) break;
  }
  return found.slice(0, wanted);
};
