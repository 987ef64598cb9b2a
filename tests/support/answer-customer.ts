import { parseMessageId } from '@prosa/functions/domain/message-id.ts';
import type { Table } from '@prosa/functions/platform/table/table.ts';
import { writeSendOutcome } from '@prosa/functions/platform/table/updates.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { loadConversation, loadTicket } from '@prosa/functions/repositories/tickets/tickets.ts';
import { CUSTOMER_ANSWER, type TimerMessage } from '@prosa/shared/messaging/timer-message.ts';
import { sqsEvent } from '../factories/inbound-events.ts';
import { timers } from './handlers.ts';

interface Place {
  companyId: number;
  connectionId: number;
}

const activeTicket = async (table: Table, { connectionId }: Place, number: string) => {
  const { contact } = await findContactByIdentities(table, [{ kind: 'phone', value: number }]);
  const conversation = await loadConversation(table, contact?.id ?? 0, connectionId);
  return loadTicket(table, conversation?.activeTicketId ?? 0);
};

/** Marks the newest prompt to a customer as sent. Until then, nothing that the customer writes counts as its answer. */
export const settlePrompt = async (table: Table, place: Place, number: string): Promise<void> => {
  const automation = (await activeTicket(table, place, number))?.automation;
  const promptId =
    automation !== undefined && 'promptMessageId' in automation ? automation.promptMessageId : null;
  const prompt = parseMessageId(promptId ?? '');
  if (prompt !== undefined) await writeSendOutcome(table, prompt, 1, { state: 'sent' });
};

/** Returns the timer message that triggers the answer to a customer; undefined if no message waits for an answer. */
export const dueAnswer = async (
  table: Table,
  place: Place,
  number: string,
): Promise<TimerMessage | undefined> => {
  const ticket = await activeTicket(table, place, number);
  const token = ticket?.unanswered?.messageIds.at(-1);
  return ticket === undefined || token === undefined
    ? undefined
    : { companyId: place.companyId, kind: CUSTOMER_ANSWER, subject: String(ticket.id), token };
};

/** Gives a due answer at once, without waiting for the customer's pause. */
export const giveAnswer = async (due: TimerMessage | undefined): Promise<void> => {
  if (due === undefined) return;
  const { batchItemFailures } = await timers(sqsEvent([JSON.stringify(due)]));
  if (batchItemFailures.length > 0) throw new Error('the answer failed');
};

/** Answers a customer at once, if a message waits for an answer. */
export const answerCustomer = async (table: Table, place: Place, number: string): Promise<void> =>
  giveAnswer(await dueAnswer(table, place, number));
