import type { AutomationOf } from '@prosa/shared/entities/automation.ts';
import type { ChatbotOption, Queue } from '@prosa/shared/entities/queue.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { MENU } from '../tickets/automation.ts';
import { type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { type Choice, chosen, type Way } from './choices.ts';
import { enterQueue } from './enter-queue.ts';
import { givesUp, leaves, mayPrompt, moved } from './moves.ts';
import { choose, optionsAt, pathTo, sayLevel, waysAt } from './option-levels.ts';
import { answerTo, isTry, restarted } from './prompts.ts';
import { queueMenu, sayMenu } from './queue-menu.ts';
import { type EngineScene, over, type Step, silenced } from './scene.ts';
import { menuQueues, queueOf } from './world.ts';

/** Returns the text above the options of a place. */
const greetingAt = (queue: Queue, optionId: string): string =>
  optionId === '' ? queue.greetingMessage : (pathTo(queue.chatbots, optionId)?.at(-1)?.greetingMessage ?? '');

/** Options to choose from at a customer's place in a queue's tree. */
interface Shown {
  queue: Queue;
  optionId: string;
  options: readonly ChatbotOption[];
}

/** Returns the options that a customer has before them; undefined if the tree no longer contains the place. */
const shownTo = (
  queueId: number,
  { optionId }: AutomationOf<'options'>,
  scene: EngineScene,
): Shown | undefined => {
  const queue = queueOf(scene, queueId);
  if (queue === undefined || optionId === null) return undefined;
  const options = optionsAt(queue, optionId) ?? [];
  return options.length === 0 ? undefined : { queue, optionId, options };
};

const choiceFrom = (
  { optionId, options }: Shown,
  automation: AutomationOf<'options'>,
  scene: EngineScene,
): Choice | undefined => {
  const level = { options: options.map(({ name }) => name), ways: waysAt(optionId) };
  return answerTo(automation, scene, (text) => chosen(text, level, scene.settings));
};

/**
 * Returns what the customer chooses from the options of a queue; undefined if they were not sent, or if nothing is
 * chosen.
 */
export const optionChoice = (
  queueId: number,
  automation: AutomationOf<'options'>,
  scene: EngineScene,
): Choice | undefined => {
  const shown = automation.prompts === 0 ? undefined : shownTo(queueId, automation, scene);
  return shown === undefined ? undefined : choiceFrom(shown, automation, scene);
};

/** Moves the ticket out of its queue, back to the menu where the customer chooses a queue. */
const outOfQueue = (turn: Turn, scene: EngineScene): Turn =>
  moved(
    turn,
    (ticket) => ({ ...ticket, queueId: null, userId: null, automation: MENU }),
    { type: 'queue', queueId: null },
    scene,
  );

/** Shows the first menu again: the menu of queues, or the queue's own first level if there is no other queue. */
const toMain = (turn: Turn, queue: Queue, scene: EngineScene): Turn => {
  if (menuQueues(scene).length <= 1) {
    const top = { queue, optionId: '', greeting: queue.greetingMessage };
    return sayLevel(turn, top, scene, new Set([queue.id]));
  }
  return sayMenu(outOfQueue(turn, scene), scene);
};

/** Goes one level up. Skips levels with a single option, because that option would be chosen automatically again. */
const back = (
  turn: Turn,
  { queue, optionId }: { queue: Queue; optionId: string },
  scene: EngineScene,
): Turn => {
  const above = (pathTo(queue.chatbots, optionId) ?? []).slice(0, -1).map(({ id }) => id);
  const place = ['', ...above].findLast((id) => (optionsAt(queue, id)?.length ?? 0) > 1);
  return place === undefined
    ? toMain(turn, queue, scene)
    : sayLevel(
        turn,
        { queue, optionId: place, greeting: greetingAt(queue, place) },
        scene,
        new Set([queue.id]),
      );
};

const goes = (way: Way, turn: Turn, place: { queue: Queue; optionId: string }, scene: EngineScene): Turn => {
  const silent = silenced(scene);
  const again = withTicket(turn, (ticket) => ({ ...ticket, automation: restarted(ticket.automation) }));
  switch (way) {
    case 'back':
      return back(again, place, silent);
    case 'main':
      return toMain(again, place.queue, silent);
    case 'leave':
      return leaves(turn, scene);
  }
};

/**
 * The options of a queue, nested to any depth. A ticket that already had a queue when it was created is first moved
 * into that queue. If the tree was changed and no longer contains the customer's place, the tree starts again. After
 * a wrong answer the options are sent again, `maxUseBotQueues` times; then the ticket waits for an attendant.
 */
export const optionTree: Step = (turn, scene) => {
  const { status, queueId, userId, automation, contact } = ticketOf(turn);
  if (status !== 'pending' || queueId === null || userId !== null || automation.kind !== 'options')
    return undefined;
  if (contact.disableBot) return undefined;
  if (!scene.queues.has(queueId)) {
    const left = outOfQueue(turn, scene);
    return queueMenu(left, silenced(scene)) ?? over(left);
  }
  const { prompts } = automation;
  const shown = shownTo(queueId, automation, scene);
  if (shown === undefined) return over(enterQueue(turn, queueId, scene));
  const { queue, optionId, options } = shown;
  const place = { queue, optionId };
  const choice = choiceFrom(shown, automation, scene);
  if (choice?.kind === 'way') return over(goes(choice.way, turn, place, scene));
  const option = choice === undefined ? undefined : options[choice.index];
  if (option !== undefined) {
    const understood = withTicket(turn, (ticket) => ({
      ...ticket,
      automation: restarted(ticket.automation),
    }));
    return over(choose(understood, { queue, option }, scene, new Set([queueId])));
  }
  if (prompts > 0 && !isTry(automation, scene)) return over(turn);
  if (!mayPrompt(prompts, scene.connection.maxUseBotQueues)) return over(givesUp(turn, scene));
  const { invalid } = CUSTOMER_TEXTS[scene.settings.language].menu;
  const greeting = greetingAt(queue, optionId);
  return over(
    sayLevel(turn, { ...place, greeting }, scene, new Set([queueId]), prompts === 0 ? '' : invalid),
  );
};
