import type { ChatbotOption, Queue } from '@prosa/shared/entities/queue.ts';
import { OPTIONS } from '../tickets/automation.ts';
import { type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { begunIntegration } from './begin-integration.ts';
import { type Level, levelContent, type Way } from './choices.ts';
import { enterQueue } from './enter-queue.ts';
import { closes, moved, waitsIn } from './moves.ts';
import { promptedOnce } from './prompts.ts';
import { type EngineScene, filled, say, tell } from './scene.ts';
import { sendFileList } from './send-file-list.ts';

/** A place in a queue's tree of options: '' is the first level. */
export interface Place {
  queue: Queue;
  optionId: string;
  /** The text above the options. */
  greeting: string;
  /** The file list that follows the greeting; absent unless the customer enters the queue. */
  fileListId?: number | null;
}

/** Returns an option and its parents, the outermost first; undefined if the tree no longer contains the option. */
export const pathTo = (options: readonly ChatbotOption[], id: string): ChatbotOption[] | undefined => {
  for (const option of options) {
    if (option.id === id) return [option];
    const below = pathTo(option.options, id);
    if (below !== undefined) return [option, ...below];
  }
  return undefined;
};

/** Returns the options to choose from at a place; undefined if the tree no longer contains the place. */
export const optionsAt = (
  { chatbots }: Pick<Queue, 'chatbots'>,
  optionId: string,
): readonly ChatbotOption[] | undefined =>
  optionId === '' ? chatbots : pathTo(chatbots, optionId)?.at(-1)?.options;

/** Returns the ways out of a level: one level up if there is one, to the first menu, and the end. */
export const waysAt = (optionId: string): readonly Way[] =>
  optionId === '' ? ['main', 'leave'] : ['back', 'main', 'leave'];

/**
 * Executes a chosen option: sends its text and its files, then shows its sub-options, closes the ticket or moves it to
 * the option’s target.
 */
export const choose = (
  turn: Turn,
  { queue, option }: { queue: Queue; option: ChatbotOption },
  scene: EngineScene,
  visited: ReadonlySet<number>,
): Turn => {
  if (option.options.length > 0 && !option.closeTicket && option.queueType === 'text') {
    const place = { queue, optionId: option.id, greeting: option.greetingMessage };
    return sayLevel(turn, place, scene, visited);
  }
  const told = tell(turn, 'option-tree', option.greetingMessage, scene);
  const said = option.queueType === 'file' ? sendFileList(told, option.optFileId, scene) : told;
  if (option.closeTicket) return closes(said, 'closed', scene);
  const target =
    option.optQueueId !== null && scene.queues.has(option.optQueueId) ? option.optQueueId : queue.id;
  switch (option.queueType) {
    case 'queue':
      // Going again through a queue that this turn already went through would loop forever.
      return target === queue.id || visited.has(target)
        ? waitsIn(said, queue.id, scene)
        : enterQueue(said, target, scene, visited);
    case 'attendent':
      return givenTo(said, { queueId: target, userId: option.optUserId }, scene);
    case 'integration':
      return (
        (option.optIntegrationId === null
          ? undefined
          : begunIntegration(said, option.optIntegrationId, false, scene)) ?? waitsIn(said, queue.id, scene)
      );
    case 'text':
    case 'file':
      return waitsIn(said, queue.id, scene);
  }
};

/** Gives the ticket to an attendant of the queue; to the whole queue if the user does not work in it. */
export const givenTo = (
  turn: Turn,
  { queueId, userId }: { queueId: number; userId: number | null },
  scene: EngineScene,
): Turn => {
  const user = userId === null ? undefined : scene.users.get(userId);
  const isTheirs = user?.active === true && user.queueIds.includes(queueId);
  const place = { queueId, userId: isTheirs ? userId : null };
  const isSame = ticketOf(turn).queueId === queueId && !isTheirs;
  const given = isSame
    ? turn
    : moved(
        turn,
        (ticket) => ({ ...ticket, ...place }),
        { type: isTheirs ? 'userDefine' : 'queue', ...place },
        scene,
      );
  return waitsIn(given, queueId, scene);
};

/**
 * Sends a level of a queue's tree with its options and ways out. If a level has only one option, the option is chosen
 * automatically.
 * @param said text above the level: the last answer was none of the options
 */
export const sayLevel = (
  turn: Turn,
  { queue, optionId, greeting, fileListId = null }: Place,
  scene: EngineScene,
  visited: ReadonlySet<number>,
  above = '',
): Turn => {
  const rule = optionId === '' ? ('queue-greeting' as const) : ('option-tree' as const);
  const options = optionsAt(queue, optionId) ?? [];
  const [only, ...others] = options;
  if (only === undefined) return waitsIn(turn, queue.id, scene);
  if (others.length === 0) {
    const greeted = sendFileList(tell(turn, rule, greeting, scene), fileListId, scene);
    return choose(greeted, { queue, option: only }, scene, visited);
  }
  const text = [above, filled(greeting, ticketOf(turn), scene)].filter((part) => part !== '').join('\n\n');
  const level: Level = { text, options: options.map(({ name }) => name), ways: waysAt(optionId) };
  const asked = say(turn, { rule, ...levelContent(level, scene.settings) }, scene);
  const waiting = withTicket(asked, (ticket) => {
    const before = ticket.automation.kind === 'options' ? ticket.automation : OPTIONS;
    return { ...ticket, automation: { ...promptedOnce(before, asked, scene.moment), optionId } };
  });
  return sendFileList(waiting, fileListId, scene);
};
