import type { AutomationOf } from '@prosa/shared/entities/automation.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { isDriven, MENU } from '../tickets/automation.ts';
import { logEntry, trackingAfter } from '../turns/ticket-turns.ts';
import { instantOf, mergeTurns, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { chosen, type Level, levelContent, levelText } from './choices.ts';
import { enterQueue } from './enter-queue.ts';
import { greetingFile } from './greeting-file.ts';
import { givesUp, leaves, mayPrompt, promptedOnce } from './moves.ts';
import { type EngineScene, filled, goOn, over, type Step, say } from './scene.ts';
import { menuQueues, trackingOf } from './world.ts';

const MINUTE_MS = 60_000;

const levelOf = (turn: Turn, scene: EngineScene): Level => ({
  text: filled(scene.connection.greetingMessage, ticketOf(turn), scene),
  options: menuQueues(scene).map(({ name }) => name),
  ways: ['leave'],
});

/** When the system first spoke to the customer, of this attendance; with its entry in the log. */
const begun = (turn: Turn, scene: EngineScene): Turn => {
  const { moment } = scene;
  const tracking = trackingAfter(turn, trackingOf(turn, scene), moment);
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
export const sayMenu = (turn: Turn, scene: EngineScene): Turn => {
  const { automation } = ticketOf(turn);
  const menu = automation.kind === 'menu' ? automation : MENU;
  const isFirst = menu.prompts === 0;
  const level = levelOf(turn, scene);
  const { invalid } = CUSTOMER_TEXTS[scene.settings.language].menu;
  const isAnswered = scene.heard !== undefined && scene.heard.text !== null;
  const text = !isFirst && isAnswered ? [invalid, level.text].join('\n\n') : level.text;
  const shown = { ...level, text };
  // The picture of the greeting is seen once, and carries the menu as its caption.
  const greeting = isFirst ? greetingFile(scene) : undefined;
  const content =
    greeting === undefined
      ? levelContent(shown, scene.settings)
      : { text: levelText(shown, scene.settings), file: greeting.file };
  const before = isFirst ? begun(turn, scene) : turn;
  const asked = say(before, { rule: 'queue-menu', ...content }, scene);
  return withTicket(mergeTurns(asked, { copies: greeting?.copies ?? [] }), (ticket) => ({
    ...ticket,
    automation: promptedOnce(menu, scene),
  }));
};

/** Whether the menu is said again: never twice to a group, and as often and as far apart as the connection allows. */
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
 * A ticket without queue and attendant, on a connection with queues: the customer chooses one, by number or by name. One
 * queue needs no choice. After `maxUseBotQueues` menus the ticket waits in silence, and a choice still counts.
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
  const text = scene.heard?.text ?? null;
  const choice =
    automation.prompts === 0 || text === null
      ? undefined
      : chosen(text, levelOf(turn, scene), scene.settings);
  if (choice?.kind === 'way') return over(leaves(turn, scene));
  const queue = choice === undefined ? undefined : queues[choice.index];
  if (queue !== undefined) return over(enterQueue(turn, queue.id, scene));
  if (!isDriven(ticket)) return over(turn);
  if (!mayPrompt(automation.prompts, scene.connection.maxUseBotQueues)) return over(givesUp(turn, scene));
  // What else there is to say to the message follows: that nobody listens to voice, for instance.
  return goOn(mayAsk(automation, isGroup, scene) ? sayMenu(turn, scene) : turn);
};
