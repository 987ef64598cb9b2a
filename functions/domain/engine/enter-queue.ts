import type { Queue } from '@prosa/shared/entities/queue.ts';
import { OPTIONS } from '../tickets/automation.ts';
import { mergeTurns, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { begunIntegration, isUnasked } from './begin-integration.ts';
import { greetingFile } from './greeting-file.ts';
import { usableIntegration } from './leader-call.ts';
import { closes, moved, waitsIn } from './moves.ts';
import { sayLevel } from './option-levels.ts';
import { queueHoursTurn } from './out-of-hours.ts';
import { type EngineScene, filled, say } from './scene.ts';
import { sendFileList } from './send-file-list.ts';
import { menuQueues, queueOf } from './world.ts';

/**
 * Returns the queue's own greeting. A queue that customers do not have to choose has a greeting only if the company
 * wants it.
 */
const greetingOf = (queue: Queue, scene: EngineScene): string => {
  const { settings, connection } = scene;
  const isSole = menuQueues(scene).length <= 1;
  if (!isSole) return queue.greetingMessage;
  return settings.sendGreetingMessageOneQueues ? queue.greetingMessage || connection.greetingMessage : '';
};

/** Sends the greeting. The greeting of the only queue comes with the connection's picture. */
const greets = (turn: Turn, greeting: string, scene: EngineScene): Turn => {
  const isSole = menuQueues(scene).length <= 1;
  const picture = isSole && greeting.trim() !== '' ? greetingFile(scene) : undefined;
  const text = filled(greeting, ticketOf(turn), scene);
  const said = say(turn, { rule: 'queue-greeting', text, file: picture?.file }, scene);
  return mergeTurns(said, { copies: picture?.copies ?? [] });
};

/**
 * Sends the queue's greeting and files, and lets the queue's integration lead; undefined if none can.
 * @param isAbout whether the customer's messages are no choice of a queue, so that the integration answers them
 */
const ledIn = (
  { integrationId, fileListId }: Queue,
  greeting: string,
  turn: Turn,
  isAbout: boolean,
  scene: EngineScene,
): Turn | undefined =>
  integrationId === null || usableIntegration(scene, integrationId) === undefined
    ? undefined
    : begunIntegration(
        sendFileList(greets(turn, greeting, scene), fileListId, scene),
        integrationId,
        isAbout,
        scene,
      );

/**
 * Moves the customer into a queue: sends the out-of-hours notice if nobody works, sends the greeting and the queue's
 * files, and continues with the queue's integration, or else with its options, or lets the ticket wait.
 * @param visited the queues that this turn already went through, because options may lead in a circle
 */
export const enterQueue = (
  turn: Turn,
  queueId: number,
  scene: EngineScene,
  visited: ReadonlySet<number> = new Set(),
): Turn => {
  const before = ticketOf(turn);
  const placed =
    before.queueId === queueId
      ? turn
      : moved(turn, (ticket) => ({ ...ticket, queueId, userId: null }), { type: 'queue', queueId }, scene);
  const entered = withTicket(placed, (ticket) => ({ ...ticket, automation: OPTIONS }));
  const closed = queueHoursTurn(entered, queueId, scene);
  if (closed !== undefined) return closed;
  const queue = queueOf(scene, queueId);
  if (queue === undefined) return waitsIn(entered, queueId, scene);
  const greeting = greetingOf(queue, scene);
  const led = ledIn(queue, greeting, entered, visited.size === 0 && isUnasked(before), scene);
  if (led !== undefined) return led;
  if (queue.chatbots.length > 0 && !ticketOf(entered).isGroup) {
    const through = new Set([...visited, queueId]);
    return sayLevel(entered, { queue, optionId: '', greeting, fileListId: queue.fileListId }, scene, through);
  }
  const greeted = sendFileList(greets(entered, greeting, scene), queue.fileListId, scene);
  return queue.closeTicket ? closes(greeted, 'closed', scene) : waitsIn(greeted, queueId, scene);
};
