import { parseMessageId } from '../../domain/message-id.ts';
import type { Table } from '../../platform/table/table.ts';
import { writeSendOutcome } from '../../platform/table/updates.ts';

/**
 * Sets a send to `unknown` if its outcome did not arrive in time, because the provider may have it: no message stays
 * in sending forever. One update; does nothing if the outcome arrived or a later attempt runs. A late outcome still
 * corrects it.
 */
export const endOverdueSend = async (table: Table, messageId: string, attempt: number): Promise<void> => {
  const place = parseMessageId(messageId);
  if (place === undefined) throw new Error('an overdue send without a message');
  await writeSendOutcome(table, place, attempt, { state: 'unknown', reason: 'no-answer' });
};
