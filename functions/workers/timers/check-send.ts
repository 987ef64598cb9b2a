import * as z from 'zod';
import { parseMessageId } from '../../domain/message-id.ts';
import { overdueSend } from '../../domain/messages/overdue-send.ts';
import { settleSendItem } from '../../platform/table/updates.ts';
import { loadMessage } from '../../repositories/messages.ts';
import { NOTHING_TO_DO, type TimerHandler } from './timer-handler.ts';

const dataSchema = z.object({ attempt: z.int().positive() });

/**
 * Ends a send whose outcome did not come in time, so that no message stays on its way for ever. A late outcome still
 * corrects it.
 */
export const checkSend: TimerHandler = async ({ table, timer, nowMs }) => {
  const { attempt } = dataSchema.parse(timer.data);
  const parts = parseMessageId(timer.subject);
  if (parts === undefined) throw new Error('a send check without a message');
  const outcome = overdueSend(await loadMessage(table, timer.subject), attempt);
  return outcome === undefined
    ? NOTHING_TO_DO
    : { items: [settleSendItem(table, parts, attempt, outcome, nowMs)] };
};
