import type { TimerMessage } from '@prosa/shared/messaging/timer-message.ts';
import { toInstant } from '../clock.ts';
import type { Ids } from '../ids.ts';
import { outboxItem } from '../queue/outbox-item.ts';
import type { WriteItem } from '../table/commit.ts';
import { Timer } from '../table/entities/work.ts';
import type { Table } from '../table/table.ts';
import type { TimerRow } from './due-timers.ts';
import type { TimerKey, TimerRequest } from './timer-kinds.ts';

/**
 * Delay before a file is removed: longer than a link to the file is valid, and longer than a send in progress may still
 * fetch the file. S-44 allows a day.
 */
export const FILE_REMOVAL_AFTER_MS = 15 * 60 * 1000;

interface Ports {
  ids: Ids;
  nowMs: number;
}

/**
 * Returns the write that sets a timer, to be committed with the change that needs it. Replaces the timer of the same
 * kind and subject: a run of the old one that already started does nothing. Fires once and never before `dueAt`. A
 * timer set more than a minute and a half ahead fires within seconds of `dueAt`; a shorter one up to a minute later,
 * because a tick has to find it first.
 *
 * A timer that every message would move (a notice after some silence) is set once, when the wait begins. Its handler
 * checks the current state when it fires and returns when to fire again, so that a message costs no timer.
 */
export const setTimerItem = (table: Table, timer: TimerRequest, ports: Ports): WriteItem =>
  timerItem(table, timer, ports.ids.sortable(ports.nowMs), ports);

const timerItem = (table: Table, timer: TimerRequest, token: string, { nowMs }: Ports): WriteItem => {
  const { kind, data = {}, dueAt } = timer;
  const subject = String(timer.subject);
  const row = { companyId: companyOf(table), kind, subject, token, dueAt: toInstant(dueAt), data };
  return table.put(Timer, row, 'any', nowMs);
};

const companyOf = ({ companyId }: Table): number => {
  if (companyId === null) throw new Error('a timer belongs to a company');
  return companyId;
};

/**
 * Returns the writes of a timer that is sent to the queue at once, with a delay of whole seconds, instead of waiting
 * for a tick. For due times within a quarter of an hour, the queue's maximum delay. If that message is lost, a tick
 * finds the timer.
 */
export const promptTimerItems = (table: Table, timer: TimerRequest, ports: Ports): WriteItem[] => {
  const token = ports.ids.sortable(ports.nowMs);
  const { kind, dueAt } = timer;
  return [
    timerItem(table, timer, token, ports),
    timerMessageItem(table, { kind, subject: String(timer.subject), token }, dueAt, ports),
  ];
};

const timerMessageItem = (
  table: Table,
  { kind, subject, token }: Pick<TimerMessage, 'kind' | 'subject' | 'token'>,
  dueAtMs: number,
  ports: Ports,
): WriteItem => {
  const message: TimerMessage = { companyId: companyOf(table), kind, subject, token };
  const delayS = Math.max(0, Math.ceil((dueAtMs - ports.nowMs) / 1000));
  return outboxItem(table, { queue: 'timers', body: JSON.stringify(message), delayS }, ports);
};

/** Returns the write that deletes a timer. Idempotent. */
export const clearTimerItem = (table: Table, { kind, subject }: TimerKey): WriteItem =>
  table.delete(Timer, { kind, subject: String(subject) });

/**
 * Returns the write that ends a firing timer, for the transaction of its effect: of several workers with the same
 * timer only one succeeds.
 */
export const endTimerItem = (table: Table, timer: TimerRow): WriteItem =>
  table.delete(Timer, timer, { token: timer.token });

/** Returns the write that makes a firing timer fire again at `dueAtMs`, instead of ending it. */
export const rearmTimerItem = (
  table: Table,
  timer: TimerRow,
  dueAtMs: number,
  { ids, nowMs }: Ports,
): WriteItem =>
  table.put(
    Timer,
    { ...timer, token: ids.sortable(nowMs), dueAt: toInstant(dueAtMs) },
    { token: timer.token },
    nowMs,
  );

/** A timer that is due later is found by a tick in time, so it needs no message of its own. */
const PROMPT_WITHIN_MS = 90_000;

/** Returns the writes of {@link rearmTimerItem} for a timer that fires to the second, also within the next minute. */
export const promptRearmItems = (
  table: Table,
  timer: TimerRow,
  dueAtMs: number,
  ports: Ports,
): WriteItem[] => {
  const rearmed = { ...timer, token: ports.ids.sortable(ports.nowMs), dueAt: toInstant(dueAtMs) };
  return [
    table.put(Timer, rearmed, { token: timer.token }, ports.nowMs),
    ...(dueAtMs - ports.nowMs < PROMPT_WITHIN_MS ? [timerMessageItem(table, rearmed, dueAtMs, ports)] : []),
  ];
};

/**
 * Returns the write that makes the next tick send a timer again that fired too early: a row that was just written
 * counts as not yet sent.
 */
export const returnTimerItem = (table: Table, timer: TimerRow, nowMs: number): WriteItem =>
  table.put(Timer, timer, { token: timer.token }, nowMs);
