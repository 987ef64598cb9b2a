import { overdueMedia } from '../../domain/media/overdue-media.ts';
import { changedMessageTurn } from '../../domain/turns/message-turns.ts';
import { turnItems } from '../../repositories/commit-turn.ts';
import { loadMessage } from '../../repositories/messages.ts';
import { NOTHING_TO_DO, type TimerHandler } from './timer-handler.ts';

/** Ends the wait for a file that did not come, so that no message shows it as loading for ever. A late one corrects it. */
export const checkMedia: TimerHandler = async ({ table, timer, nowMs, ids }) => {
  const message = await loadMessage(table, timer.subject);
  const media = overdueMedia(message?.media);
  if (message === undefined || media === undefined) return NOTHING_TO_DO;
  const turn = changedMessageTurn(message, { ...message, media }, undefined);
  return { items: turnItems(table, turn, { nowMs, ids }) };
};
