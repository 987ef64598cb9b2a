import { scheduleAfterFailedSend } from '../../domain/schedules/change-schedule.ts';
import { loadMessage } from '../../repositories/tickets/messages.ts';
import { loadSchedule, scheduleItem } from '../../repositories/tickets/schedules.ts';
import { NOTHING_TO_DO, type TimerHandler } from './timer-handler.ts';

/** Shows on a schedule that its newest message failed after all, so that it can be sent again. */
export const checkScheduleOutcome: TimerHandler<'schedule-outcome'> = async ({ table, timer, nowMs }) => {
  const messageId = timer.subject;
  const message = await loadMessage(table, messageId);
  if (message?.sendState !== 'failed' && message?.sendState !== 'unknown') return NOTHING_TO_DO;
  const schedule = await loadSchedule(table, timer.data.scheduleId);
  if (schedule === undefined) return NOTHING_TO_DO;
  const reason = message.sendError === '' ? 'ERR_SENDING_WAPP_MSG' : message.sendError;
  const after = scheduleAfterFailedSend(schedule, { messageId, reason });
  return after === undefined ? NOTHING_TO_DO : { items: [scheduleItem(table, schedule, after, nowMs)] };
};
