import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import type { IntegrationCallMessage } from '@prosa/shared/messaging/integration-call.ts';
import { channelOf } from '../../channels/channels.ts';
import { type Reply, type Say, SILENCE } from '../../domain/integrations/adapter.ts';
import { type Part, partsOf } from '../../domain/integrations/parts.ts';
import { askIntegration } from '../../integrations/ask-integration.ts';
import { sendAnswer } from '../../integrations/send-answer.ts';
import type { AskPorts } from '../../integrations/service-calls.ts';
import { openSecrets } from '../../integrations/service-secrets.ts';
import type { CompanyId } from '../../platform/auth/company-id.ts';
import { isExpired } from '../../platform/auth/principal.ts';
import { toInstant } from '../../platform/clock.ts';
import { type Directory, directoryWith } from '../../platform/directory.ts';
import type { FetchOutside } from '../../platform/fetch-outside.ts';
import type { Ids } from '../../platform/ids.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { callItem } from '../../repositories/integrations/integration-calls.ts';
import { integrationHealth } from '../../repositories/integrations/integration-health.ts';
import { type IntegrationRow, loadIntegration } from '../../repositories/integrations/integrations.ts';
import { mayCall, recordCall } from '../../repositories/services/circuit-breaker.ts';
import { loadTicket, type TicketRow } from '../../repositories/tickets/tickets.ts';
import { exchangeOf } from './exchange.ts';
import { fetchBotFile } from './fetch-file.ts';

/** What the worker needs of the world. */
export interface CallPorts extends Omit<AskPorts, 'secrets'> {
  /** Fetches a file that a bot names by its URL. */
  fetchFile: FetchOutside;
  ids: Ids;
}

type Answer = InboundEventOf<'answer'>;

/** Files that one answer may bring; of the others the customer gets the links. Together they must fit into memory. */
const MAX_FILES = 5;

/** The ticket takes no part in it any more: the automation ends, and people answer. */
const TO_PEOPLE: Reply = { says: [], session: null, next: { goesTo: 'people' } };

/** Whether a ticket awaits the answer to a call: no answer came, nobody took the ticket, and it is not too late. */
const awaits = (
  ticket: TicketRow,
  { integrationId, token }: IntegrationCallMessage,
  nowMs: number,
): boolean => {
  const { automation } = ticket;
  if (automation.kind !== 'integration' || ticket.integrationId !== integrationId) return false;
  return automation.awaits?.token === token && nowMs < Date.parse(automation.awaits.until);
};

/** Asks the integration of a ticket, if its service may be called. */
const ask = async (
  table: Table,
  ticket: TicketRow,
  integration: IntegrationRow,
  { directory, message }: { directory: Directory; message: IntegrationCallMessage },
  ports: CallPorts,
): Promise<Reply> => {
  const { clock, ids } = ports;
  const { companyId, id: integrationId } = integration;
  const health = integrationHealth(table, integration);
  if (!(await mayCall(health, clock.now()))) return TO_PEOPLE;
  const secrets = await openSecrets(integration);
  const exchange = await exchangeOf(table, ticket, integration, { directory, message }, ports);
  // The customer took everything back: without a message, a bot would begin anew.
  if (message.messageIds.length > 0 && exchange.messages.length === 0) return SILENCE;
  const { reply, call } = await askIntegration({ ...ports, secrets }, integration, exchange);
  if (call !== undefined) {
    const nowMs = clock.now();
    const own = { companyId, integrationId, id: ids.sortable(nowMs), ticketId: ticket.id };
    await recordCall(health, call, callItem(table, { ...own, at: toInstant(nowMs), ...call }, nowMs), nowMs);
  }
  return reply ?? TO_PEOPLE;
};

/** Fetches the files of an answer at the same time. Instead of a file that cannot be sent, its link is. */
const withFiles = async (
  parts: readonly Part[],
  ticket: TicketRow,
  companyId: CompanyId,
  ports: CallPorts,
): Promise<{ pauseMs: number; says: Answer['says'] }[]> => {
  const place = { companyId, channel: channelOf(ticket) };
  const urls = parts.flatMap(({ says }) => says.flatMap((say) => ('url' in say ? [say.url] : [])));
  const fetched = new Set(urls.slice(0, MAX_FILES));
  const told = async (say: Say): Promise<Answer['says'][number]> => {
    if ('text' in say) return { text: say.text };
    const file = fetched.has(say.url) ? await fetchBotFile(ports, place, say.url) : undefined;
    return file === undefined ? { text: say.url } : { text: '', file };
  };
  return Promise.all(
    parts.map(async ({ pauseMs, says }) => ({ pauseMs, says: await Promise.all(says.map(told)) })),
  );
};

/** Sends an answer to the ticket, part by part, in the order of the conversation with its contact. */
const tell = async (
  ticket: TicketRow & { connectionId: number },
  companyId: CompanyId,
  token: string,
  reply: Reply,
  ports: CallPorts,
): Promise<void> => {
  const parts = await withFiles(partsOf(reply.says), ticket, companyId, ports);
  for (const [part, { pauseMs, says }] of parts.entries()) {
    if (pauseMs > 0) await ports.pause(pauseMs);
    const isLast = part === parts.length - 1;
    const { session, next } = reply;
    const answer = {
      token,
      part,
      says,
      ...(isLast && session !== undefined ? { session } : {}),
      next: isLast ? next : ({ goesTo: 'more' } as const),
    };
    await sendAnswer(ticket, companyId, answer, ports.clock.now());
  }
};

/**
 * Answers a call: asks the integration about the messages of a customer, and sends what it says to the ticket. Does
 * nothing if the ticket does not await this answer. Whatever the service does wrong gives the ticket to people. After
 * a crash in between, the service may be asked again, with the same delivery id; the ticket takes each part once.
 */
export const answerCall = async (
  companyId: CompanyId,
  message: IntegrationCallMessage,
  ports: CallPorts,
): Promise<void> => {
  const table = openTable(companyId);
  const ticket = await loadTicket(table, message.ticketId);
  if (ticket === undefined || !awaits(ticket, message, ports.clock.now())) return;
  const { connectionId } = ticket;
  const directory = connectionId === null ? undefined : await directoryWith(companyId, connectionId);
  if (connectionId === null || directory === undefined) return;
  const integration = await loadIntegration(table, message.integrationId);
  const isUsable = directory.plan.flags.useIntegrations && !isExpired(directory, ports.clock.now());
  const reply =
    integration === undefined || !isUsable
      ? TO_PEOPLE
      : await ask(table, ticket, integration, { directory, message }, ports);
  await tell({ ...ticket, connectionId }, companyId, message.token, reply, ports);
};
