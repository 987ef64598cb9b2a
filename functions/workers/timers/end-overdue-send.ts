import { parseMessageId } from '../../domain/message-id.ts';
import type { Table } from '../../platform/table/table.ts';
import { writeSendOutcome } from '../../platform/table/updates.ts';

/**
 * Calls a send `unknown` whose outcome did not come in time, since its provider may have it: no message stays on its way
 * for ever. One update; nothing where the outcome came or a later attempt runs. A late outcome still corrects it.
 */
export const endOverdueSend = async (table: Table, messageId: string, attempt: number): Promise<void> => {
  const place = parseMessageId(messageId);
  if (place === undefined) throw new Error('an overdue send without a message');
  await writeSendOutcome(table, place, attempt, { state: 'unknown', reason: 'no-answer' });
};
