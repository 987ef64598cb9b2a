import { overdueMedia } from '../../domain/media/overdue-media.ts';
import { loadMessage, replaceMessage } from '../../repositories/messages.ts';
import { NOTHING_TO_DO, type TimerHandler } from './timer-handler.ts';

/** Ends the wait for a file that did not come, so that no message shows it as loading for ever. A late one corrects it. */
export const checkMedia: TimerHandler = async ({ table, timer, nowMs }) => {
  const message = await loadMessage(table, timer.subject);
  const media = overdueMedia(message?.media);
  if (message === undefined || media === undefined) return NOTHING_TO_DO;
  return { items: [replaceMessage(table, message, { ...message, media }, nowMs).item] };
};
