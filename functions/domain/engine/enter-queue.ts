import type { Queue } from '@prosa/shared/entities/queue.ts';
import { type Moment, mergeTurns, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { greetingFile } from './greeting-file.ts';
import { closes, moved, waitsIn } from './moves.ts';
import { sayLevel } from './option-levels.ts';
import { queueHoursTurn } from './out-of-hours.ts';
import { type EngineWorld, filled, type Heard, menuQueues, queueOf, say } from './world.ts';

/** The queue's own greeting; one that customers need not choose is greeted only where the company wants it. */
const greetingOf = (queue: Queue, { settings, connection, ...world }: EngineWorld): string => {
  const isSole = menuQueues({ settings, connection, ...world }).length <= 1;
  if (!isSole) return queue.greetingMessage;
  return settings.sendGreetingMessageOneQueues ? queue.greetingMessage || connection.greetingMessage : '';
};

/** Says the greeting; that of the only queue with the connection's picture. */
const greets = (turn: Turn, greeting: string, heard: Heard, world: EngineWorld, moment: Moment): Turn => {
  const isSole = menuQueues(world).length <= 1;
  const picture = isSole && greeting.trim() !== '' ? greetingFile(world) : undefined;
  const text = filled(greeting, ticketOf(turn), world, moment);
  const said = say(turn, { rule: 'queue-greeting', text, file: picture?.file }, heard, world, moment);
  return mergeTurns(said, { copies: picture?.copies ?? [] });
};

/**
 * The customer comes into a queue: told its hours where nobody works, greeted, and led on by its options or left to wait.
 * @param visited the queues that this turn came through: options may lead in a circle
 */
export const enterQueue = (
  turn: Turn,
  queueId: number,
  heard: Heard,
  world: EngineWorld,
  moment: Moment,
  visited: ReadonlySet<number> = new Set(),
): Turn => {
  const before = ticketOf(turn);
  const placed =
    before.queueId === queueId
      ? turn
      : moved(
          turn,
          (ticket) => ({ ...ticket, queueId, userId: null }),
          { type: 'queue', queueId },
          world,
          moment,
        );
  const entered = withTicket(placed, (ticket) => ({
    ...ticket,
    isBot: true,
    optionId: null,
    amountUsedBotQueues: 0,
    promptedAt: null,
  }));
  const closed = queueHoursTurn(entered, queueId, heard, world, moment);
  if (closed !== undefined) return closed;
  const queue = queueOf(world, queueId);
  if (queue === undefined) return waitsIn(entered, queueId, heard, world, moment);
  const greeting = greetingOf(queue, world);
  if (queue.chatbots.length > 0 && !ticketOf(entered).isGroup) {
    const through = new Set([...visited, queueId]);
    return sayLevel(entered, { queue, optionId: '', greeting }, heard, world, moment, through);
  }
  const greeted = greets(entered, greeting, heard, world, moment);
  return queue.closeTicket
    ? closes(greeted, 'closed', world, moment)
    : waitsIn(greeted, queueId, heard, world, moment);
};
