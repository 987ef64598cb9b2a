import type { Assistant } from '@prosa/shared/entities/assistant.ts';
import type { AssistantPorts } from '../../assistants/ask-assistant.ts';
import { canBeHeard, transcribe } from '../../assistants/transcribe.ts';
import type { Line } from '../../domain/assistants/question.ts';
import { hearingCostAtMost } from '../../domain/assistants/token-costs.ts';
import { isSpoken, linesOf } from '../../domain/assistants/transcript.ts';
import { askedMessages } from '../../integrations/asked-messages.ts';
import { getObject } from '../../platform/blob/blob.ts';
import { Message } from '../../platform/table/entities/messages.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import type { Budget } from '../../repositories/assistants/assistant-usage.ts';
import type { MessageRow } from '../../repositories/tickets/messages.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';

/** Voice messages of one question that are transcribed, the newest. Together they must fit into memory. */
const MAX_TRANSCRIBED = 3;
/** Messages read for a question, to pass over other tickets of the same conversation. */
const MAX_EXAMINED = 200;

/** A ticket with its connection. */
type Led = TicketRow & { connectionId: number };

/** Returns what is said in recordings, by the ids of their messages; nothing if the month has too little left. */
const spokenIn = async (
  messages: readonly MessageRow[],
  ports: AssistantPorts,
  assistant: Assistant,
  budget: Budget,
): Promise<Map<string, string>> => {
  const { transcriptionModel } = assistant;
  const heard = messages.flatMap(({ id, media }) =>
    media?.state === 'stored' && canBeHeard({ ...ports, transcriptionModel }, media)
      ? [{ id, ...media }]
      : [],
  );
  const costAtMost = heard.reduce((sum, { size }) => sum + hearingCostAtMost(size), 0);
  if (!(await budget.reserve(costAtMost, ports.clock.now()))) return new Map();
  const texts = heard.map(async ({ id, key, mimeType }): Promise<[string, string]> => {
    const bytes = await getObject(key);
    if (bytes === undefined) return [id, ''];
    const { text, tokens } = await transcribe(ports, assistant, { bytes, mimeType });
    budget.spend(tokens);
    return [id, text];
  });
  return new Map(await Promise.all(texts));
};

/**
 * Returns the newest messages of a ticket that came before those in question: also answers that the customer got after
 * writing them, but nothing that the customer wrote later. The oldest first. One query.
 */
const before = async (
  table: Table,
  { id, contactId, connectionId }: Led,
  asked: readonly MessageRow[],
  limit: number,
): Promise<MessageRow[]> => {
  const last = asked.at(-1);
  if (limit <= 0 || last === undefined) return [];
  const ids = new Set(asked.map((message) => message.id));
  const { rows } = await table.query(Message, {
    pk: keys.message({ contactId, connectionId, sortKey: '' }).pk,
    order: 'desc',
    limit,
    maxExamined: MAX_EXAMINED,
    consistent: true,
    filter: (message) =>
      message.ticketId === id &&
      !message.isDeleted &&
      !message.isPrivate &&
      !ids.has(message.id) &&
      (message.fromMe || message.sortKey < last.sortKey),
  });
  return rows.toReversed();
};

/**
 * Returns the conversation that a model is asked about: the newest messages of the ticket, and at its end those in
 * question, with what is said in the voice messages among these. Later messages are the next question.
 * @returns undefined if the customer took back everything in question; without lines of the customer's at the end,
 *   nothing in question has words
 */
export const conversationOf = async (
  table: Table,
  ticket: Led,
  messageIds: readonly string[],
  assistant: Assistant,
  ports: AssistantPorts,
  budget: Budget,
): Promise<Line[] | undefined> => {
  const { maxMessages, transcriptionModel } = assistant;
  const hearsVoice = transcriptionModel !== '' && ports.apiKey !== undefined;
  const question = { ticketId: ticket.id, messageIds };
  const needsFile = (message: MessageRow): boolean => hearsVoice && isSpoken(message);
  const asked = (await askedMessages(table, question, ports, needsFile)).slice(-maxMessages);
  if (asked.length === 0) return undefined;
  const heard = hearsVoice ? asked.filter(isSpoken).slice(-MAX_TRANSCRIBED) : [];
  const unheard = heard.filter(({ transcription }) => transcription === null);
  const [earlier, transcripts] = await Promise.all([
    before(table, ticket, asked, maxMessages - asked.length),
    spokenIn(unheard, ports, assistant, budget),
  ]);
  return linesOf([...earlier, ...asked], transcripts);
};
