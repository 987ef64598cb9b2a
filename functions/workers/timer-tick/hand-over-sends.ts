import { OVERDUE_SEND, type TimerMessage } from '@prosa/shared/messaging/timer-message.ts';
import { sendMessages } from '../../platform/queue/send-messages.ts';
import { Message, SEND_SHARDS } from '../../platform/table/entities/messages.ts';
import { keys } from '../../platform/table/keys.ts';
import { globalTable } from '../../platform/table/table.ts';

const SECOND_MS = 1000;
const PAGE = 200;
/** Ends the round of a shard that cannot keep up; the next tick starts again with the most overdue. */
const MAX_PAGES = 25;

const handOver = async (shard: number, nowMs: number, untilMs: number): Promise<number> => {
  const { pk } = keys.global.dueSend({ shard, dueAt: '', companyId: 0, messageId: '' });
  let after: string | undefined;
  let handed = 0;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { rows, next } = await globalTable.query(Message, {
      pk,
      index: 'g1',
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    const due = rows.flatMap(({ companyId, id, attempt, outcomeDueAt }) => {
      const dueMs = Date.parse(outcomeDueAt ?? '');
      if (!(dueMs <= untilMs)) return [];
      const body: TimerMessage = { companyId, kind: OVERDUE_SEND, subject: id, token: String(attempt) };
      const delayS = Math.max(0, Math.ceil((dueMs - nowMs) / SECOND_MS));
      return [{ id: `${id}.${attempt}`, body: JSON.stringify(body), groupId: String(companyId), delayS }];
    });
    await sendMessages('timers', false, due);
    handed += due.length;
    if (next === undefined || due.length < rows.length) break;
    after = next;
  }
  return handed;
};

/**
 * Sends a queue message for each send whose outcome is due by `untilMs`. Messages being sent are in an index of their
 * own, so that no send costs a timer. A send that is still in the index at the next tick gets another queue message,
 * which the worker deduplicates. Returns the number of messages.
 */
export const handOverSends = async (nowMs: number, untilMs: number): Promise<number> => {
  const handed = await Promise.all(
    Array.from({ length: SEND_SHARDS }, (_none, shard) => handOver(shard, nowMs, untilMs)),
  );
  return handed.reduce((sum, count) => sum + count, 0);
};
