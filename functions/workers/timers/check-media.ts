import { overdueMedia } from '../../domain/media/overdue-media.ts';
import { changedMessageTurn } from '../../domain/turns/message-turns.ts';
import { turnItems } from '../../repositories/commit-turn.ts';
import { loadMessage } from '../../repositories/messages.ts';
import type { TimerHandler } from './timer-handler.ts';

/** Ends the wait for a file that did not come, so that no message shows it as loading for ever. A late one corrects it. */
export const checkMedia: TimerHandler = async ({ table, timer, nowMs, ids }) => {
  const message = await loadMessage(table, timer.subject);
  const media = overdueMedia(message?.media);
  if (message === undefined || media === undefined) return [];
  const turn = changedMessageTurn(message, { ...message, media }, undefined);
  return turnItems(table, turn, { nowMs, ids });
};
