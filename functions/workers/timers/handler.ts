import {
  CUSTOMER_ANSWER,
  FLOW_RESUME,
  OVERDUE_SEND,
  type TimerMessage,
  timerMessageSchema,
} from '@prosa/shared/messaging/timer-message.ts';
import { commitDecision } from '../../conversations/act.ts';
import { copyFile } from '../../conversations/copy-file.ts';
import { actAs, type SystemPrincipal, systemPrincipal } from '../../platform/auth/principal.ts';
import { systemClock } from '../../platform/clock.ts';
import { systemIds } from '../../platform/ids.ts';
import { queueHandler } from '../../platform/lambda/queue-handler.ts';
import { log } from '../../platform/log.ts';
import { commit, WriteConflict } from '../../platform/table/commit.ts';
import { Timer } from '../../platform/table/entities/work.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import type { TimerRow } from '../../platform/timers/due-timers.ts';
import {
  endTimerItem,
  promptRearmItems,
  rearmTimerItem,
  returnTimerItem,
} from '../../platform/timers/set-timer.ts';
import { isTimerKind, readTimer, type TimerKind } from '../../platform/timers/timer-kinds.ts';
import { answerCustomer } from './answer-customer.ts';
import { checkListNumbers } from './check-list-numbers.ts';
import { checkMedia } from './check-media.ts';
import { checkPresence } from './check-presence.ts';
import { checkScheduleOutcome } from './check-schedule-outcome.ts';
import { completeMerge } from './complete-merge.ts';
import { endOverdueSend } from './end-overdue-send.ts';
import { forwardNext } from './forward-next.ts';
import { removeCampaign } from './remove-campaign.ts';
import { removeFile } from './remove-file.ts';
import { removeFlow } from './remove-flow.ts';
import { removeInternalChat } from './remove-internal-chat.ts';
import { resumeFlow } from './resume-flow.ts';
import { retryDelivery } from './retry-delivery.ts';
import { sendSchedule } from './send-schedule.ts';
import { sweepContactList } from './sweep-contact-list.ts';
import { sweepQueue } from './sweep-queue.ts';
import { sweepTag } from './sweep-tag.ts';
import { sweepUser } from './sweep-user.ts';
import { sweepWatches } from './sweep-watches.ts';
import type { TimerContext, TimerHandler, TimerOutcome } from './timer-handler.ts';
import { watchCampaign } from './watch-campaign.ts';
import { watchTicket } from './watch-ticket.ts';

const HANDLERS: { [K in TimerKind]: TimerHandler<K> } = {
  campaign: watchCampaign,
  'campaign-removal': removeCampaign,
  'contact-list-check': checkListNumbers,
  'contact-list-sweep': sweepContactList,
  'contact-merge': completeMerge,
  'file-removal': removeFile,
  'flow-removal': removeFlow,
  forward: forwardNext,
  'internal-chat-removal': removeInternalChat,
  'media-check': checkMedia,
  'presence-check': checkPresence,
  'queue-sweep': sweepQueue,
  schedule: sendSchedule,
  'schedule-outcome': checkScheduleOutcome,
  'tag-sweep': sweepTag,
  'ticket-watch': watchTicket,
  'user-sweep': sweepUser,
  'webhook-retry': retryDelivery,
  'watch-sweep': sweepWatches,
};
const MAX_ATTEMPTS = 5;

/**
 * Calls the handler of a timer's kind.
 * @throws Error for a timer of an unknown kind, ZodError for data that does not match its kind
 */
const handle = <K extends TimerKind>(
  kind: K,
  timer: TimerRow,
  context: Omit<TimerContext<K>, 'timer'>,
): Promise<TimerOutcome> => HANDLERS[kind]({ ...context, timer: readTimer(kind, timer) });

/** Runs a timer's handler, and commits its effect together with the timer's end or next time. */
const run = async (system: SystemPrincipal, table: Table, timer: TimerRow, nowMs: number): Promise<void> => {
  const ports = { ids: systemIds, nowMs };
  const { kind } = timer;
  if (!isTimerKind(kind)) throw new Error(`no handler for timers of kind ${kind}`);
  const {
    decision,
    items = [],
    againAtMs,
    isPrompt = false,
    data = timer.data,
  } = await handle(kind, timer, { system, table, ...ports });
  const again = { ...timer, data };
  const rearm = (dueAtMs: number) =>
    isPrompt
      ? promptRearmItems(table, again, dueAtMs, ports)
      : [rearmTimerItem(table, again, dueAtMs, ports)];
  const own = againAtMs === undefined ? [endTimerItem(table, timer)] : rearm(againAtMs);
  if (decision === undefined) await commit([...items, ...own]);
  else await commitDecision(decision, [...items, ...own], copyFile);
};

/** Fires a timer once. Does nothing if it was deleted, replaced or already fired. */
const fire = async (system: SystemPrincipal, { kind, subject, token }: TimerMessage): Promise<void> => {
  const table = openTable(system.companyId);
  if (kind === CUSTOMER_ANSWER) return answerCustomer(system, Number(subject), token);
  if (kind === FLOW_RESUME) return resumeFlow(system, Number(subject), token);
  if (kind === OVERDUE_SEND) return endOverdueSend(table, subject, Number(token));
  for (let attempt = 1; ; attempt++) {
    const timer = await table.get(Timer, { kind, subject }, { consistent: true });
    if (timer?.token !== token) return;
    const nowMs = systemClock.now();
    const isEarly = Date.parse(timer.dueAt) > nowMs;
    try {
      return await (isEarly
        ? commit([returnTimerItem(table, timer, nowMs)])
        : run(system, table, timer, nowMs));
    } catch (error) {
      if (!(error instanceof WriteConflict) || attempt >= MAX_ATTEMPTS) throw error;
      log.debug('a timer met another change', {
        kind,
        entities: error.failed.map((item) => item.entity).join(),
      });
    }
  }
};

/** Worker of the queue `timers`: each timer fires independently. */
export const handler = queueHandler(
  timerMessageSchema,
  (message) => {
    const system = systemPrincipal('timers', message.companyId);
    return actAs(system, () => fire(system, message));
  },
  'timers',
);
