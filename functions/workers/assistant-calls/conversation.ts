import type { Assistant } from '@prosa/shared/entities/assistant.ts';
import { TRANSCRIBED_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import type { AssistantPorts } from '../../assistants/ask-assistant.ts';
import { transcribe } from '../../assistants/transcribe.ts';
import type { Line } from '../../domain/assistants/question.ts';
import { isSpoken, linesOf } from '../../domain/assistants/transcript.ts';
import { askedMessages } from '../../integrations/asked-messages.ts';
import { getObject } from '../../platform/blob/blob.ts';
import { Message } from '../../platform/table/entities/messages.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import type { MessageRow } from '../../repositories/tickets/messages.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';

/** Voice messages of one question that are transcribed, the newest. Together they must fit into memory. */
const MAX_TRANSCRIBED = 3;
/** Messages read for a question, to pass over other tickets of the same conversation. */
const MAX_EXAMINED = 200;

/** A ticket with its connection. */
type Led = TicketRow & { connectionId: number };

const spoken = async (
  { id, media }: MessageRow,
  ports: AssistantPorts,
  assistant: Assistant,
): Promise<[string, string]> => {
  if (media?.state !== 'stored' || media.size > TRANSCRIBED_MAX_BYTES) return [id, ''];
  const bytes = await getObject(media.key);
  if (bytes === undefined) return [id, ''];
  return [id, await transcribe(ports, assistant, { bytes, mimeType: media.mimeType })];
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
    Promise.all(unheard.map((message) => spoken(message, ports, assistant))),
  ]);
  return linesOf([...earlier, ...asked], new Map(transcripts));
};
