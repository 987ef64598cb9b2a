import type { ChatbotOption, Queue } from '@prosa/shared/entities/queue.ts';
import { OPTIONS } from '../tickets/automation.ts';
import { type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { type Level, levelContent, type Way } from './choices.ts';
import { enterQueue } from './enter-queue.ts';
import { closes, moved, promptedOnce, waitsIn } from './moves.ts';
import { type EngineScene, filled, say, tell } from './scene.ts';

/** A place in a queue's tree: '' is its first level. */
export interface Place {
  queue: Queue;
  optionId: string;
  /** Said above the options. */
  greeting: string;
}

/** An option with those above it, the outermost first; undefined for one that the tree has no more. */
export const pathTo = (options: readonly ChatbotOption[], id: string): ChatbotOption[] | undefined => {
  for (const option of options) {
    if (option.id === id) return [option];
    const below = pathTo(option.options, id);
    if (below !== undefined) return [option, ...below];
  }
  return undefined;
};

/** The options that are chosen from at a place; undefined where the tree has the place no more. */
export const optionsAt = (
  { chatbots }: Pick<Queue, 'chatbots'>,
  optionId: string,
): readonly ChatbotOption[] | undefined =>
  optionId === '' ? chatbots : pathTo(chatbots, optionId)?.at(-1)?.options;

/** Ways out of a level: one up where there is one, to the first menu, and the end. */
export const waysAt = (optionId: string): readonly Way[] =>
  optionId === '' ? ['main', 'leave'] : ['back', 'main', 'leave'];

/** Says what an option has to say, and what comes of choosing it. */
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
  const said = tell(turn, 'option-tree', option.greetingMessage, scene);
  if (option.closeTicket) return closes(said, 'closed', scene);
  const target =
    option.optQueueId !== null && scene.queues.has(option.optQueueId) ? option.optQueueId : queue.id;
  switch (option.queueType) {
    case 'queue':
      // Through a queue that this turn came through already the customer would go round for ever.
      return target === queue.id || visited.has(target)
        ? waitsIn(said, queue.id, scene)
        : enterQueue(said, target, scene, visited);
    case 'attendent':
      return givenTo(said, { queueId: target, userId: option.optUserId }, scene);
    case 'text':
    case 'integration':
    case 'file':
      return waitsIn(said, queue.id, scene);
  }
};

/** To an attendant who works in the queue; else to all of it. */
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
 * A level of a queue's tree with its options and ways out; the only option of a level is chosen by itself.
 * @param said stands above it: that the last answer was none of the options
 */
export const sayLevel = (
  turn: Turn,
  { queue, optionId, greeting }: Place,
  scene: EngineScene,
  visited: ReadonlySet<number>,
  above = '',
): Turn => {
  const rule = optionId === '' ? ('queue-greeting' as const) : ('option-tree' as const);
  const options = optionsAt(queue, optionId) ?? [];
  const [only, ...others] = options;
  if (only === undefined) return waitsIn(turn, queue.id, scene);
  if (others.length === 0) {
    const greeted = tell(turn, rule, greeting, scene);
    return choose(greeted, { queue, option: only }, scene, visited);
  }
  const text = [above, filled(greeting, ticketOf(turn), scene)].filter((part) => part !== '').join('\n\n');
  const level: Level = { text, options: options.map(({ name }) => name), ways: waysAt(optionId) };
  const asked = say(turn, { rule, ...levelContent(level, scene.settings) }, scene);
  return withTicket(asked, (ticket) => {
    const before = ticket.automation.kind === 'options' ? ticket.automation : OPTIONS;
    return { ...ticket, automation: { ...promptedOnce(before, scene), optionId } };
  });
};
