import type { AutomationOf } from '@prosa/shared/entities/automation.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { chatbotAtOf } from '../tickets/attendance.ts';
import { isDriven, MENU } from '../tickets/automation.ts';
import { attendanceAfter, logEntry } from '../turns/ticket-turns.ts';
import { instantOf, mergeTurns, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { type Choice, chosen, type Level, levelContent, levelText } from './choices.ts';
import { enterQueue } from './enter-queue.ts';
import { greetingFile } from './greeting-file.ts';
import { givesUp, leaves, mayPrompt } from './moves.ts';
import { answerTo, isTry, promptedOnce } from './prompts.ts';
import { type EngineScene, filled, goOn, over, type Step, say } from './scene.ts';
import { attendanceOf, menuQueues } from './world.ts';

const MINUTE_MS = 60_000;

const choicesOf = (scene: EngineScene): Pick<Level, 'options' | 'ways'> => ({
  options: menuQueues(scene).map(({ name }) => name),
  ways: ['leave'],
});

/** Returns what the customer chooses from the menu; undefined if it was not sent, or if nothing is chosen. */
export const menuChoice = (automation: AutomationOf<'menu'>, scene: EngineScene): Choice | undefined => {
  const choices = choicesOf(scene);
  return automation.prompts === 0
    ? undefined
    : answerTo(automation, scene, (text) => chosen(text, choices, scene.settings));
};

/** Whether the turn's attendance is known, and the system has not written to its customer yet. */
const isUnbegun = (turn: Turn, scene: EngineScene): boolean => {
  const attendance = attendanceAfter(turn, attendanceOf(turn, scene), scene.moment);
  return attendance !== undefined && chatbotAtOf(attendance, ticketOf(turn)) === null;
};

/** Stores when the system first wrote to the customer, unless this attendance has it already. */
export const begunOnce = (turn: Turn, scene: EngineScene): Turn =>
  isUnbegun(turn, scene)
    ? withTicket(turn, (ticket) => ({ ...ticket, chatbotAt: instantOf(scene.moment) }))
    : turn;

/** Does the same; a further beginning in the same attendance gets a log entry. */
const begun = (turn: Turn, scene: EngineScene): Turn =>
  isUnbegun(turn, scene)
    ? begunOnce(turn, scene)
    : mergeTurns(turn, { logs: [logEntry(ticketOf(turn), { type: 'chatBot' }, scene.moment)] });

/** Sends the connection's greeting with its queues to choose from. */
export const sayMenu = (turn: Turn, scene: EngineScene): Turn => {
  const { automation } = ticketOf(turn);
  const menu = automation.kind === 'menu' ? automation : MENU;
  const isFirst = menu.prompts === 0;
  const greetingText = filled(scene.connection.greetingMessage, ticketOf(turn), scene);
  const { invalid } = CUSTOMER_TEXTS[scene.settings.language].menu;
  const isAnswered = scene.heard !== undefined && scene.heard.texts.length > 0;
  const text = !isFirst && isAnswered ? [invalid, greetingText].join('\n\n') : greetingText;
  const shown = { ...choicesOf(scene), text };
  // The greeting's picture is sent only with the first menu, which is its caption.
  const greeting = isFirst ? greetingFile(scene) : undefined;
  const content =
    greeting === undefined
      ? levelContent(shown, scene.settings)
      : { text: levelText(shown, scene.settings), file: greeting.file };
  const before = isFirst ? begun(turn, scene) : turn;
  const asked = say(before, { rule: 'queue-menu', ...content }, scene);
  return withTicket(mergeTurns(asked, { copies: greeting?.copies ?? [] }), (ticket) => ({
    ...ticket,
    automation: promptedOnce(menu, asked, scene.moment),
  }));
};

/**
 * Whether the menu is sent again: never twice to a group, and otherwise as often and at such intervals as the
 * connection allows.
 */
const mayAsk = (
  { prompts, promptedAt }: AutomationOf<'menu'>,
  isGroup: boolean,
  { connection, moment: { nowMs } }: EngineScene,
): boolean => {
  if (prompts === 0) return true;
  const pauseMs = connection.timeUseBotQueues * MINUTE_MS;
  return !isGroup && (promptedAt === null || nowMs - Date.parse(promptedAt) >= pauseMs);
};

/**
 * The menu of queues, for a ticket without queue and attendant on a connection with queues: the customer chooses a
 * queue by number or by name. With one queue there is no choice. After `maxUseBotQueues` menus nothing more is sent,
 * but a choice still counts.
 */
export const queueMenu: Step = (turn, scene) => {
  const ticket = ticketOf(turn);
  const { status, queueId, userId, automation, contact, isGroup } = ticket;
  const queues = menuQueues(scene);
  const [first, ...others] = queues;
  if (status !== 'pending' || queueId !== null || userId !== null || automation.kind !== 'menu')
    return undefined;
  if (first === undefined || contact.disableBot) return undefined;
  if (others.length === 0) return over(enterQueue(turn, first.id, scene));
  const choice = menuChoice(automation, scene);
  if (choice?.kind === 'way') return over(leaves(turn, scene));
  const queue = choice === undefined ? undefined : queues[choice.index];
  if (queue !== undefined) return over(enterQueue(turn, queue.id, scene));
  if (!isDriven(ticket)) return over(turn);
  if (automation.prompts > 0 && !isTry(automation, scene)) return goOn(turn);
  if (!mayPrompt(automation.prompts, scene.connection.maxUseBotQueues)) return over(givesUp(turn, scene));
  // Later steps still run and may send more, for instance that voice messages are not accepted.
  return goOn(mayAsk(automation, isGroup, scene) ? sayMenu(turn, scene) : turn);
};
