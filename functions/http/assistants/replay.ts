import {
  type assistantReplayRoutes,
  REPLAYED_LINES,
  REPLAYED_MAX,
} from '@prosa/shared/contracts/assistant-replays.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { hiddenLines } from '../../domain/assistants/past-exchange.ts';
import type { AskOutside } from '../../platform/fetch-outside.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable } from '../../platform/table/table.ts';
import { loadMessagesUpTo, loadPastExchanges } from '../../repositories/assistants/past-exchanges.ts';
import { countServiceTest } from '../../repositories/limits/service-tests.ts';
import { loadMessage } from '../../repositories/tickets/messages.ts';
import { loadTicket } from '../../repositories/tickets/tickets.ts';
import { askDraft } from './ask-draft.ts';
import { requireAssistant } from './list-assistants.ts';
import { requireSoundAssistant } from './require-sound-assistant.ts';

/** Lists past questions of customers with what attendants answered, the newest conversation first. */
export const listExchanges: RouteHandler<typeof assistantReplayRoutes.exchanges> = async ({ principal }) => {
  const { companyId, directory } = principal;
  const found = await loadPastExchanges(openTable(companyId), REPLAYED_MAX);
  return {
    exchanges: found.map(({ ticket, messageId, at, lines, answer, userId }) => ({
      ticketId: ticket.id,
      ticketUuid: ticket.uuid,
      messageId,
      at,
      lines: lines.slice(-REPLAYED_LINES),
      answer,
      answeredBy: directory.users.get(userId)?.name ?? '',
    })),
  };
};

/**
 * Asks the provider about a past conversation up to a message of the customer, with the values of the form. Numbers are hidden
 * from the model.
 * @throws AppError ERR_NO_TICKET_FOUND, ERR_NO_ASSISTANT_FOUND, ERR_VALIDATION, ERR_NO_QUEUE_FOUND, ERR_TOO_MANY_REQUESTS
 */
export const replay =
  (ask: AskOutside): RouteHandler<typeof assistantReplayRoutes.replay> =>
  async ({ principal, body, clock, ids }) => {
    const { id, ticketId, messageId, ...draft } = body;
    const table = openTable(principal.companyId);
    const [ticket, message] = await Promise.all([loadTicket(table, ticketId), loadMessage(table, messageId)]);
    if (ticket === undefined || message === undefined || message.ticketId !== ticket.id)
      throw new AppError('ERR_NO_TICKET_FOUND');
    const stored = id === null ? undefined : await requireAssistant(table, id);
    await requireSoundAssistant(table, draft, stored);
    await countServiceTest('assistant-replay', principal.companyId, clock.now());
    const messages = await loadMessagesUpTo(table, ticket, message.sortKey, draft.maxMessages);
    return askDraft(
      { ask, clock, ids, table, principal },
      draft,
      stored,
      hiddenLines(messages, ticket.contact),
    );
  };
