import type { AssistantCallMessage } from '@prosa/shared/messaging/assistant-call.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { type AssistantPorts, askAssistant } from '../../assistants/ask-assistant.ts';
import { channelOf } from '../../channels/channels.ts';
import { callRecord } from '../../domain/assistants/call-record.ts';
import { chooseKnowledge, sourcesOf } from '../../domain/assistants/knowledge.ts';
import { questionOf } from '../../domain/assistants/question.ts';
import { usageMonth } from '../../domain/assistants/usage-month.ts';
import { sendAnswer } from '../../integrations/send-answer.ts';
import { openAssistantKey } from '../../platform/assistant-secrets.ts';
import type { CompanyId } from '../../platform/auth/company-id.ts';
import { isExpired } from '../../platform/auth/principal.ts';
import { toInstant } from '../../platform/clock.ts';
import { type Directory, directoryWith } from '../../platform/directory.ts';
import type { Ids } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { commit } from '../../platform/table/commit.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { callItem } from '../../repositories/assistants/assistant-calls.ts';
import { assistantHealth } from '../../repositories/assistants/assistant-health.ts';
import { type Budget, openBudget } from '../../repositories/assistants/assistant-usage.ts';
import { type AssistantRow, loadAssistant } from '../../repositories/assistants/assistants.ts';
import { loadKnowledge } from '../../repositories/assistants/knowledge.ts';
import { mayCall, recordCall } from '../../repositories/services/circuit-breaker.ts';
import { loadTicket, type TicketRow } from '../../repositories/tickets/tickets.ts';
import { conversationOf } from './conversation.ts';
import { saidBy } from './spoken-answer.ts';

/** What the worker needs of the world. */
export interface AssistantCallPorts extends Omit<AssistantPorts, 'apiKey'> {
  ids: Ids;
}

type Answer = Pick<InboundEventOf<'answer'>, 'says' | 'next'>;

/** A ticket with its connection. */
type Led = TicketRow & { connectionId: number };

/** The ticket awaits nothing more; the assistant goes on with the next message. */
const SILENCE: Answer = { says: [], next: { goesTo: 'automation' } };

/** Whether a ticket awaits the answer to a call: no answer came, nobody took the ticket, and it is not too late. */
const awaits = (
  { automation }: TicketRow,
  { promptId, token }: AssistantCallMessage,
  nowMs: number,
): boolean =>
  automation.kind === 'assistant' &&
  automation.promptId === promptId &&
  automation.awaits?.token === token &&
  nowMs < Date.parse(automation.awaits.until);

/** Gives the ticket to people: to those of a queue, or without one to those of its own. */
const toPeople = (queueId: number | null | undefined, says: Answer['says'] = []): Answer => ({
  says,
  next: queueId == null ? { goesTo: 'people' } : { goesTo: 'queue', queueId, userId: null },
});

/** What an answer is made of. */
interface Asking {
  directory: Directory;
  message: AssistantCallMessage;
  /** That of the assistant's month. */
  budget: Budget;
}

/** Asks the assistant of a ticket, unless it used up its month. */
const askWithin = async (
  table: Table,
  ticket: Led,
  assistant: AssistantRow,
  { directory, message, budget }: Asking,
  ports: AssistantCallPorts,
): Promise<{ answer: Answer; isCounted: boolean }> => {
  const uncounted = (answer: Answer) => ({ answer, isCounted: false });
  const { id: assistantId, apiKey: sealed } = assistant;
  const { companyId } = directory;
  const own = [assistant.queueId, ...assistant.queueIds].find((id) => directory.queues.has(id));
  const apiKey =
    sealed === null ? undefined : await openAssistantKey(companyId, assistantId, 'apiKey', sealed.sealed);
  const asking = { ...ports, apiKey };
  const lines = await conversationOf(table, ticket, message.messageIds, assistant, asking, budget);
  if (lines === undefined) return uncounted(SILENCE);
  // Nothing of it has words: people may see or hear what it is.
  if (lines.at(-1)?.by !== 'customer') return uncounted(toPeople(own));
  const knowledge = chooseKnowledge(await loadKnowledge(table, assistantId, assistant), lines);
  const about = { lines, knowledge, contactName: ticket.contact.name };
  const question = questionOf(assistant, about, directory, ports.clock.now());
  const reply = await askAssistant(asking, assistant, question, budget);
  if ('failure' in reply && reply.failure === 'budget') {
    log.info('an assistant has used up its tokens of the month', { assistantId });
    return uncounted(toPeople(own));
  }
  const isCounted = reply.tokens > 0;
  const nowMs = ports.clock.now();
  const call = { companyId, assistantId, id: ports.ids.sortable(nowMs), ticketId: ticket.id };
  const record = { ...call, at: toInstant(nowMs), ...callRecord(question, reply) };
  await recordCall(assistantHealth(table, assistant), record, callItem(table, record, nowMs), nowMs);
  if ('failure' in reply) {
    log.info('an assistant gave no answer', { assistantId, failure: reply.failure });
    return { answer: toPeople(own), isCounted };
  }
  const place = { companyId, channel: channelOf(ticket) };
  const by = { promptId: assistantId, sources: sourcesOf(reply.text, knowledge) };
  const said = await saidBy(ports, place, assistant, reply.text, budget);
  const says = said.map((one) => ({ ...one, assistant: by }));
  const answer: Answer =
    reply.handsOver === undefined
      ? { says, next: { goesTo: 'automation' } }
      : toPeople(reply.handsOver.queueId, says);
  return { answer, isCounted };
};

/** Asks the assistant of a ticket, unless it is paused, because its provider does not answer, and settles the cost. */
const ask = async (
  table: Table,
  ticket: Led,
  assistant: AssistantRow,
  { directory, message }: Omit<Asking, 'budget'>,
  ports: AssistantCallPorts,
): Promise<Answer> => {
  if (!(await mayCall(assistantHealth(table, assistant), ports.clock.now())))
    return toPeople([assistant.queueId, ...assistant.queueIds].find((id) => directory.queues.has(id)));
  const month = usageMonth(ports.clock.now(), directory.company.timeZone);
  const budget = openBudget(table, assistant, month);
  let answers = 0;
  try {
    const asked = await askWithin(table, ticket, assistant, { directory, message, budget }, ports);
    answers = asked.isCounted ? 1 : 0;
    return asked.answer;
  } finally {
    const settlement = budget.settlement(answers, ports.clock.now());
    if (settlement.length > 0) await commit(settlement);
  }
};

/**
 * Answers a call: asks the assistant about the messages of a customer, and sends what it says to the ticket. Does
 * nothing if the ticket does not await this answer. Whatever the provider does wrong gives the ticket to people,
 * and so do a used-up month and a pause. After a crash in between, the provider may be asked again, which counts
 * again; the ticket takes the answer once.
 */
export const answerCall = async (
  companyId: CompanyId,
  message: AssistantCallMessage,
  ports: AssistantCallPorts,
): Promise<void> => {
  const table = openTable(companyId);
  const ticket = await loadTicket(table, message.ticketId);
  if (ticket === undefined || !awaits(ticket, message, ports.clock.now())) return;
  const { connectionId } = ticket;
  const directory = connectionId === null ? undefined : await directoryWith(companyId, connectionId);
  if (connectionId === null || directory === undefined) return;
  const led = { ...ticket, connectionId };
  const assistant = await loadAssistant(table, message.promptId);
  const isUsable = directory.plan.flags.useOpenAi === true && !isExpired(directory, ports.clock.now());
  const answer =
    assistant === undefined || !isUsable
      ? toPeople(undefined)
      : await ask(table, led, assistant, { directory, message }, ports);
  await sendAnswer(led, companyId, { token: message.token, part: 0, ...answer }, ports.clock.now());
};
