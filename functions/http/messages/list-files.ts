import type { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { FILES_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { canSeeHistory } from '@prosa/shared/rules/ticket-visibility.ts';
import { MESSAGES_EXAMINED_MAX, viewMessages } from '../../conversations/message-access.ts';
import { requireTicketByUuid, tableOf } from '../../conversations/ticket-access.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { Message } from '../../platform/table/entities/messages.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Page } from '../../platform/table/table.ts';
import type { MessageRow } from '../../repositories/tickets/messages.ts';

/**
 * Lists the files of a ticket. Reads the ticket (1 read unit), then a page of the index of messages with a file (2 to
 * 4).
 */
export const listFiles = async ({
  principal,
  params,
  query,
  clock,
}: HandlerContext<typeof messageRoutes.files>) => {
  const [paging, ticket] = await Promise.all([
    pagingOf(principal, 'files', [params.ticketUuid.toLowerCase()], query),
    requireTicketByUuid(principal, params.ticketUuid),
  ]);
  const { contactId, connectionId } = ticket;
  const { rows, next } = await paging.read<Page<MessageRow>>(async (after) =>
    connectionId === null
      ? { rows: [] }
      : tableOf(principal).query(Message, {
          index: 'g2',
          pk: keys.messageWithFile({ contactId, connectionId, sortKey: '' }).pk,
          order: 'desc',
          limit: FILES_PER_PAGE,
          lookAhead: true,
          maxExamined: MESSAGES_EXAMINED_MAX,
          filter: (message) => canSeeHistory(message, ticket, principal.viewer),
          ...(after === undefined ? {} : { after }),
        }),
  );
  return {
    messages: await viewMessages(principal, ticket, rows, clock.now()),
    count: rows.length,
    hasMore: next !== undefined,
    cursor: paging.seal(next),
  };
};
