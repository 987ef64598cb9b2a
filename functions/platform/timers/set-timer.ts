import { toInstant } from '../clock.ts';
import type { Ids } from '../ids.ts';
import { outboxItem } from '../queue/outbox-item.ts';
import type { WriteItem } from '../table/commit.ts';
import { Timer } from '../table/entities/work.ts';
import type { Table } from '../table/table.ts';
import type { TimerRow } from './due-timers.ts';
import type { TimerKey, TimerRequest } from './timer-kinds.ts';
import type { TimerMessage } from './timer-message.ts';

/** Longer than a link to a file lives, and than a send that is under way may still fetch it (S-44 allows a day). */
export const FILE_REMOVAL_AFTER_MS = 15 * 60 * 1000;

interface Ports {
  ids: Ids;
  nowMs: number;
}

/**
 * A timer, to be committed with what it belongs to. Replaces the one of the same kind and subject: what of that is
 * already under way does nothing. Fires once and never before `dueAt`: within seconds of it where it is set more than a
 * minute and a half ahead, and where less, up to a minute later, since a tick has to find it first.
 *
 * What every message would move (a notice after so long a silence) is set once, when the wait begins: its handler
 * looks at how things stand when it fires and answers when to fire again, so that a message costs no timer.
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
 * A timer that is handed over at once, with a delay of whole seconds, instead of being found by a tick: for what is due
 * within the quarter of an hour that a queue holds back. Should that be lost, a tick finds it.
 */
export const promptTimerItems = (table: Table, timer: TimerRequest, ports: Ports): WriteItem[] => {
  const { kind, dueAt } = timer;
  const subject = String(timer.subject);
  const token = ports.ids.sortable(ports.nowMs);
  const message: TimerMessage = { companyId: companyOf(table), kind, subject, token };
  const delayS = Math.max(0, Math.ceil((dueAt - ports.nowMs) / 1000));
  return [
    timerItem(table, timer, token, ports),
    outboxItem(table, { queue: 'timers', body: JSON.stringify(message), delayS }, ports),
  ];
};

/** Takes a timer back; absent ones too. */
export const clearTimerItem = (table: Table, { kind, subject }: TimerKey): WriteItem =>
  table.delete(Timer, { kind, subject: String(subject) });

/** The end of a timer that fires, for the transaction of what it does: of several workers that hold it one gets through. */
export const endTimerItem = (table: Table, timer: TimerRow): WriteItem =>
  table.delete(Timer, timer, { token: timer.token });

/** Lets a timer that fires fire again at `dueAtMs`, in place of its end. */
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

/** Lets the next tick hand over a timer again that came before its time: what was just written counts as unseen. */
export const returnTimerItem = (table: Table, timer: TimerRow, nowMs: number): WriteItem =>
  table.put(Timer, timer, { token: timer.token }, nowMs);
