import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { logEntry, trackingAfter } from '../turns/ticket-turns.ts';
import { instantOf, type Moment, mergeTurns, type Turn, ticketOf } from '../turns/turn.ts';
import { chosen, type Level, levelContent, levelText } from './choices.ts';
import { enterQueue } from './enter-queue.ts';
import { greetingFile } from './greeting-file.ts';
import { givesUp, leaves, mayPrompt, prompted } from './moves.ts';
import {
  type EngineWorld,
  filled,
  goOn,
  type Heard,
  menuQueues,
  over,
  type Step,
  say,
  trackingOf,
} from './world.ts';

const MINUTE_MS = 60_000;

const levelOf = (turn: Turn, world: EngineWorld, moment: Moment): Level => ({
  text: filled(world.connection.greetingMessage, ticketOf(turn), world, moment),
  options: menuQueues(world).map(({ name }) => name),
  ways: ['leave'],
});

/** When the system first spoke to the customer, of this attendance; with its entry in the log. */
const begun = (turn: Turn, world: EngineWorld, moment: Moment): Turn => {
  const tracking = trackingAfter(turn, trackingOf(turn, world), moment);
  const ticket = ticketOf(turn);
  return mergeTurns(turn, {
    logs: [logEntry(ticket, { type: 'chatBot' }, moment)],
    trackings:
      tracking === undefined || tracking.chatbotAt !== null
        ? []
        : [{ before: tracking, after: { ...tracking, chatbotAt: instantOf(moment) } }],
  });
};

/** The greeting of the connection with its queues to choose from. */
export const sayMenu = (turn: Turn, heard: Heard, world: EngineWorld, moment: Moment): Turn => {
  const { amountUsedBotQueues: said } = ticketOf(turn);
  const level = levelOf(turn, world, moment);
  const { invalid } = CUSTOMER_TEXTS[world.settings.language].menu;
  const text = said > 0 && heard.text !== null ? [invalid, level.text].join('\n\n') : level.text;
  const shown = { ...level, text };
  // The picture of the greeting is seen once, and carries the menu as its caption.
  const greeting = said === 0 ? greetingFile(world) : undefined;
  const content =
    greeting === undefined
      ? levelContent(shown, world.settings)
      : { text: levelText(shown, world.settings), file: greeting.file };
  const before = said === 0 ? begun(turn, world, moment) : turn;
  const asked = say(before, { rule: 'queue-menu', ...content }, heard, world, moment);
  return prompted(mergeTurns(asked, { copies: greeting?.copies ?? [] }), moment);
};

/** Whether the menu is said again: never twice to a group, and as often and as far apart as the connection allows. */
const mayAsk = (turn: Turn, { connection }: EngineWorld, { nowMs }: Moment): boolean => {
  const { amountUsedBotQueues: said, isGroup, promptedAt } = ticketOf(turn);
  if (said === 0) return true;
  const pauseMs = connection.timeUseBotQueues * MINUTE_MS;
  return !isGroup && (promptedAt === null || nowMs - Date.parse(promptedAt) >= pauseMs);
};

/**
 * A ticket without queue and attendant, on a connection with queues: the customer chooses one, by number or by name. One
 * queue needs no choice. After `maxUseBotQueues` menus the ticket waits in silence, and a choice still counts.
 */
export const queueMenu: Step = (turn, heard, world, moment) => {
  const { status, queueId, userId, isBot, amountUsedBotQueues, contact, useIntegration } = ticketOf(turn);
  const queues = menuQueues(world);
  const [first, ...others] = queues;
  if (status !== 'pending' || queueId !== null || userId !== null || useIntegration) return undefined;
  if (first === undefined || contact.disableBot || !(isBot || amountUsedBotQueues > 0)) return undefined;
  if (others.length === 0) return over(enterQueue(turn, first.id, heard, world, moment), heard);
  const choice =
    amountUsedBotQueues === 0 || heard.text === null
      ? undefined
      : chosen(heard.text, levelOf(turn, world, moment), world.settings);
  if (choice?.kind === 'way') return over(leaves(turn, heard, world, moment), heard);
  const queue = choice === undefined ? undefined : queues[choice.index];
  if (queue !== undefined) return over(enterQueue(turn, queue.id, heard, world, moment), heard);
  if (!isBot) return over(turn, heard);
  if (!mayPrompt(amountUsedBotQueues, world.connection.maxUseBotQueues))
    return over(givesUp(turn, moment), heard);
  // What else there is to say to the message follows: that nobody listens to voice, for instance.
  return goOn(mayAsk(turn, world, moment) ? sayMenu(turn, heard, world, moment) : turn, heard);
};
