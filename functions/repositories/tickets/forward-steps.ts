import type * as z from 'zod';
import type { Ids } from '../../platform/ids.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Table } from '../../platform/table/table.ts';
import { promptTimerItems } from '../../platform/timers/set-timer.ts';
import type { forwardStepSchema } from '../../platform/timers/timer-kinds.ts';

/** The progress of forwarding several messages one after the other; stored in the timer of the next step. */
export type ForwardStep = z.infer<typeof forwardStepSchema>;

/** Returns the message and recipient of a step; undefined after the last. */
export const forwardOf = ({
  messageIds,
  contactIds,
  next,
}: Pick<ForwardStep, 'messageIds' | 'contactIds' | 'next'>) => {
  const messageId = messageIds[next % messageIds.length];
  const contactId = contactIds[Math.floor(next / messageIds.length)];
  return messageId === undefined || contactId === undefined ? undefined : { messageId, contactId };
};

/** Returns the timer of a step, which fires within seconds; nothing after the last. */
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
