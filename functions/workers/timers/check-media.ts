import { decideOn } from '../../conversations/act.ts';
import { asSystem } from '../../conversations/actor.ts';
import { emptyScene } from '../../conversations/scene.ts';
import { overdueMedia } from '../../domain/media/overdue-media.ts';
import { changedMessageTurn } from '../../domain/turns/message-turns.ts';
import { getDirectory } from '../../platform/directory.ts';
import { loadMessage } from '../../repositories/tickets/messages.ts';
import { NOTHING_TO_DO, type TimerHandler } from './timer-handler.ts';

/**
 * Ends the wait for a file that did not arrive, so that no message shows it as loading forever. A late file corrects
 * it.
 */
export const checkMedia: TimerHandler<'media-check'> = async ({ system, table, timer, nowMs, ids }) => {
  const [message, directory] = await Promise.all([
    loadMessage(table, timer.subject),
    getDirectory(system.companyId),
  ]);
  const media = overdueMedia(message?.media);
  if (message === undefined || media === undefined || directory === undefined) return NOTHING_TO_DO;
  const decision = await decideOn(emptyScene(asSystem(directory)), { ids, nowMs }, () =>
    changedMessageTurn(message, { ...message, media }, undefined),
  );
  return { decision };
};
