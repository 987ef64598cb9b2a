import type * as z from 'zod';
import type { Ids } from '../../platform/ids.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Table } from '../../platform/table/table.ts';
import { promptTimerItems } from '../../platform/timers/set-timer.ts';
import type { forwardStepSchema } from '../../platform/timers/timer-kinds.ts';

/** Messages that are sent on one after the other, and which of them is next; kept in the timer of the next step. */
export type ForwardStep = z.infer<typeof forwardStepSchema>;

/** Which message a step sends to whom; undefined after the last. */
export const forwardOf = ({
  messageIds,
  contactIds,
  next,
}: Pick<ForwardStep, 'messageIds' | 'contactIds' | 'next'>) => {
  const messageId = messageIds[next % messageIds.length];
  const contactId = contactIds[Math.floor(next / messageIds.length)];
  return messageId === undefined || contactId === undefined ? undefined : { messageId, contactId };
};

/** The timer of a step, which is handed over within seconds; nothing after the last. */
export const forwardStepItems = (
  table: Table,
  step: ForwardStep,
  dueAt: number,
  ports: { ids: Ids; nowMs: number },
): WriteItem[] =>
  forwardOf(step) === undefined
    ? []
    : promptTimerItems(
        table,
        { kind: 'forward', subject: `${step.id}.${step.next}`, dueAt, data: step },
        ports,
      );
