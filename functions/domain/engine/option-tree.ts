import type { Queue } from '@prosa/shared/entities/queue.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { type Moment, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { chosen, type Way } from './choices.ts';
import { enterQueue } from './enter-queue.ts';
import { givesUp, leaves, mayPrompt, moved } from './moves.ts';
import { choose, optionsAt, pathTo, sayLevel, waysAt } from './option-levels.ts';
import { queueMenu, sayMenu } from './queue-menu.ts';
import { type EngineWorld, type Heard, menuQueues, over, queueOf, type Step } from './world.ts';

/** What is said above the options of a place. */
const greetingAt = (queue: Queue, optionId: string): string =>
  optionId === '' ? queue.greetingMessage : (pathTo(queue.chatbots, optionId)?.at(-1)?.greetingMessage ?? '');

/** Out of the queue, back to where the customer chooses one. */
const outOfQueue = (turn: Turn, world: EngineWorld, moment: Moment): Turn =>
  moved(
    turn,
    (ticket) => ({ ...ticket, queueId: null, userId: null, optionId: null, amountUsedBotQueues: 0 }),
    { type: 'queue', queueId: null },
    world,
    moment,
  );

/** The first menu again: that of the queues, or the queue's own first level where there is no other queue. */
const toMain = (turn: Turn, queue: Queue, heard: Heard, world: EngineWorld, moment: Moment): Turn => {
  if (menuQueues(world).length <= 1) {
    const top = { queue, optionId: '', greeting: queue.greetingMessage };
    return sayLevel(turn, top, heard, world, moment, new Set([queue.id]));
  }
  return sayMenu(outOfQueue(turn, world, moment), heard, world, moment);
};

/** One level up, past those that have but one option: that would be chosen by itself again. */
const back = (
  turn: Turn,
  { queue, optionId }: { queue: Queue; optionId: string },
  heard: Heard,
  world: EngineWorld,
  moment: Moment,
): Turn => {
  const above = (pathTo(queue.chatbots, optionId) ?? []).slice(0, -1).map(({ id }) => id);
  const place = ['', ...above].findLast((id) => (optionsAt(queue, id)?.length ?? 0) > 1);
  return place === undefined
    ? toMain(turn, queue, heard, world, moment)
    : sayLevel(
        turn,
        { queue, optionId: place, greeting: greetingAt(queue, place) },
        heard,
        world,
        moment,
        new Set([queue.id]),
      );
};

const goes = (
  way: Way,
  turn: Turn,
  place: { queue: Queue; optionId: string },
  heard: Heard,
  world: EngineWorld,
  moment: Moment,
): Turn => {
  const silent = { ...heard, text: null };
  const restarted = withTicket(turn, (ticket) => ({ ...ticket, amountUsedBotQueues: 0 }));
  switch (way) {
    case 'back':
      return back(restarted, place, silent, world, moment);
    case 'main':
      return toMain(restarted, place.queue, silent, world, moment);
    case 'leave':
      return leaves(turn, heard, world, moment);
  }
};

/**
 * The options of a queue, nested to any depth: a ticket that was given its queue when it began comes into it first. Where the
 * tree was changed meanwhile and has the customer's place no more, it begins again. What is none of the options is asked for
 * again, `maxUseBotQueues` times; then a person is to answer.
 */
export const optionTree: Step = (turn, heard, world, moment) => {
  const { status, queueId, userId, isBot, optionId, contact, amountUsedBotQueues, useIntegration } =
    ticketOf(turn);
  if (status !== 'pending' || queueId === null || userId !== null || !isBot || useIntegration)
    return undefined;
  if (contact.disableBot) return undefined;
  if (!world.queues.has(queueId)) {
    const left = outOfQueue(turn, world, moment);
    return queueMenu(left, { ...heard, text: null }, world, moment) ?? over(left, heard);
  }
  if (optionId === null) return over(enterQueue(turn, queueId, heard, world, moment), heard);
  const queue = queueOf(world, queueId);
  const options = queue === undefined ? undefined : optionsAt(queue, optionId);
  if (queue === undefined || options === undefined || options.length === 0)
    return over(enterQueue(turn, queueId, heard, world, moment), heard);
  const place = { queue, optionId };
  const ways = waysAt(optionId);
  const names = options.map(({ name }) => name);
  const choice =
    heard.text === null ? undefined : chosen(heard.text, { options: names, ways }, world.settings);
  if (choice?.kind === 'way') return over(goes(choice.way, turn, place, heard, world, moment), heard);
  const option = choice === undefined ? undefined : options[choice.index];
  if (option !== undefined) {
    const understood = withTicket(turn, (ticket) => ({ ...ticket, amountUsedBotQueues: 0 }));
    return over(choose(understood, { queue, option }, heard, world, moment, new Set([queueId])), heard);
  }
  if (!mayPrompt(amountUsedBotQueues, world.connection.maxUseBotQueues))
    return over(givesUp(turn, moment), heard);
  const { invalid } = CUSTOMER_TEXTS[world.settings.language].menu;
  const greeting = greetingAt(queue, optionId);
  const again = sayLevel(turn, { ...place, greeting }, heard, world, moment, new Set([queueId]), invalid);
  return over(again, heard);
};
