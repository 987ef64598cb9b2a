import { isPlaceholder, type Message } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { chosenBy, repeatsChoice } from '../messages/chosen.ts';
import {
  instantOf,
  type Moment,
  type Stored,
  type Turn,
  ticketOf,
  turnOn,
  withTicket,
} from '../turns/turn.ts';
import { assistant } from './assistant.ts';
import { choiceIn, isAnsweredAtOnce } from './at-once.ts';
import { consent } from './consent.ts';
import { flow } from './flow.ts';
import { heardLater } from './heard-later.ts';
import { integration } from './integration.ts';
import { lateMessage } from './late-message.ts';
import { holdsIfMoreFollows, isWholeOpening } from './opening.ts';
import { optionTree } from './option-tree.ts';
import { outOfHours, queueHours } from './out-of-hours.ts';
import { isPromptLost, restarted } from './prompts.ts';
import { queueMenu } from './queue-menu.ts';
import { rating } from './rating.ts';
import { audioRefusal, callRefusal, fileRefusal } from './refusals.ts';
import { type EngineScene, heardFrom, type Step, silenced, withoutSilenced } from './scene.ts';
import { vacation } from './vacation.ts';
import { type EngineWorld, otherMessage, Wanted } from './world.ts';

/** All automatic reactions to a message of a customer, in this order. */
const STEPS: readonly Step[] = [
  fileRefusal,
  callRefusal,
  vacation,
  rating,
  consent,
  lateMessage,
  outOfHours,
  flow,
  assistant,
  integration,
  queueMenu,
  audioRefusal,
  queueHours,
  optionTree,
];

/**
 * Returns the scene of customer messages that may be answered; undefined if there are none: in groups without tickets,
 * closed tickets, imports and companies with an expired subscription, and for messages that are our own, deleted or not
 * readable yet.
 */
const sceneOf = (
  stored: Turn,
  messages: readonly Message[],
  world: EngineWorld,
  moment: Moment,
): EngineScene | undefined => {
  const ticket = ticketOf(stored);
  const { status, imported } = ticket;
  if (imported !== null || world.isExpired || status === 'group' || status === 'closed') return undefined;
  const heard = heardFrom(
    messages.filter((message) => !message.fromMe && !message.isDeleted && !isPlaceholder(message)),
    ticket,
  );
  return heard === undefined ? undefined : { ...world, moment, heard };
};

/**
 * Returns the turn with the system's answers to a burst of customer messages; the same turn object if there are none.
 * @throws Wanted if data is needed that was not read
 */
const answersTo = (stored: Turn, heard: EngineScene): Turn => {
  let scene = heard;
  let turn = isPromptLost(ticketOf(stored).automation, scene)
    ? withTicket(stored, (ticket) => ({ ...ticket, automation: restarted(ticket.automation) }))
    : stored;
  for (const step of STEPS) {
    const result = step(turn, scene);
    if (result === undefined) continue;
    turn = result.turn;
    if (result.next === 'over') break;
    if (result.next === 'taken') scene = silenced(scene);
  }
  return withoutSilenced(turn);
};

/**
 * Returns whether the system answers a message automatically; also true if the decision needs data that was not read.
 */
const isAnswered = (stored: Turn, scene: EngineScene): boolean => {
  try {
    return answersTo(stored, scene) !== stored;
  } catch (error) {
    if (error instanceof Wanted) return true;
    throw error;
  }
};

/**
 * Returns the turn with the answers to a burst of customer messages; the same turn object if there are none. The ticket
 * keeps the choice among them, to know its repetitions and what was typed ahead.
 */
const answered = (stored: Turn, scene: EngineScene): Turn => {
  const turn = answersTo(stored, scene);
  const choice = turn === stored ? undefined : choiceIn(stored, scene);
  if (choice === undefined) return turn;
  const chosen = chosenBy(choice, instantOf(scene.moment));
  return withTicket(turn, (ticket) => ({ ...ticket, chosen, openedAt: null }));
};

/**
 * Returns the turn with the answer to a customer's first message that is whole; undefined if it is answered after the
 * customer pauses.
 * @throws Wanted if data is needed that was not read
 */
const opened = (stored: Turn, message: Message, scene: EngineScene): Turn | undefined => {
  if (!isWholeOpening(ticketOf(stored), message)) return undefined;
  const turn = answersTo(stored, scene);
  return turn === stored || !holdsIfMoreFollows(turn, scene)
    ? undefined
    : withTicket(turn, (ticket) => ({ ...ticket, openedAt: message.sentAt }));
};

/**
 * Answers a stored message of a customer, or schedules its answer. A choice, or a first message that is whole, is
 * answered in the same turn, unless an earlier message waits for an answer. Otherwise one answer covers all messages until
 * the customer pauses: the turn sets a timer, and {@link customerTurn} answers, unless a newer message has set a later
 * timer. Only a repetition of a choice gets no answer.
 * @throws Wanted if data is needed that was not read
 */
export const heardTurn = (stored: Turn, message: Message, world: EngineWorld, moment: Moment): Turn => {
  const scene = sceneOf(stored, [message], world, moment);
  if (scene === undefined || repeatsChoice(ticketOf(stored).chosen, message)) return stored;
  if (isAnsweredAtOnce(stored, message, scene)) return answered(stored, scene);
  return (
    opened(stored, message, scene) ??
    (isAnswered(stored, scene) ? heardLater(stored, message.id, moment) : stored)
  );
};

/**
 * Answers a customer's unanswered messages. undefined if all messages are answered, or if a newer message than
 * `newestId` has set a later timer.
 * @throws Wanted if data is needed that was not read
 */
export const customerTurn = (
  ticket: Stored<Ticket>,
  newestId: string,
  world: EngineWorld,
  moment: Moment,
): Turn | undefined => {
  const messageIds = ticket.unanswered?.messageIds ?? [];
  if (messageIds.at(-1) !== newestId) return undefined;
  const messages = messageIds.flatMap((id) => otherMessage(world, id) ?? []);
  const taken = withTicket(turnOn(ticket), (one) => ({ ...one, unanswered: null }));
  const scene = sceneOf(taken, messages, world, moment);
  return scene === undefined ? taken : answered(taken, scene);
};
