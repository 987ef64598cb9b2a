import type { Automation, AutomationOf } from '@prosa/shared/entities/automation.ts';
import { isOnItsWay, type Message } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { instantOf, type Moment, type Turn, ticketOf } from '../turns/turn.ts';
import { PATIENCE_MS } from './heard-later.ts';
import type { EngineScene } from './scene.ts';
import { otherMessage } from './world.ts';

/** Automation states that prompt the customer and count their prompts. */
export type Asking = AutomationOf<'menu' | 'options' | 'consent' | 'rating' | 'flow'>;

/**
 * When the newest prompt reached the customer: when the provider accepted it, as far as that is known. The phone
 * receives a message moments later.
 */
const deliveredMs = ({ promptMessageId, promptedAt }: Asking, scene: EngineScene): number => {
  const prompt = promptMessageId === null ? undefined : otherMessage(scene, promptMessageId);
  const at = prompt?.takenAt || promptedAt;
  return at === null ? 0 : Date.parse(at);
};

const writtenSince = (sinceMs: number, { heard }: EngineScene): readonly Message[] =>
  heard?.messages.filter(({ sentAt }) => Date.parse(sentAt) >= sinceMs) ?? [];

/**
 * Whether a message belongs to a first message that was answered at once: it was written within the time of a burst, so
 * the customer cannot have read the answer and written something about it.
 */
const isOfOpening = ({ sentAt }: Message, { heard }: EngineScene): boolean =>
  heard !== undefined &&
  heard.openedAt !== null &&
  Math.abs(Date.parse(sentAt) - Date.parse(heard.openedAt)) < PATIENCE_MS;

/** Returns the messages of a burst that were written after the customer may have read the prompt. */
const heardSince = (automation: Asking, scene: EngineScene): readonly Message[] =>
  writtenSince(deliveredMs(automation, scene), scene).filter((message) => !isOfOpening(message, scene));

/**
 * Returns the messages of a burst that may answer a question: those written after it reached the customer, and, if a
 * choice led to it, those typed ahead after that choice.
 */
export const answering = (
  automation: Asking,
  chosen: Ticket['chosen'],
  scene: EngineScene,
): readonly Message[] => {
  const isLedTo =
    chosen !== null && chosen.answeredAt !== null && chosen.answeredAt === automation.promptedAt;
  const chosenMs = isLedTo ? Date.parse(chosen.at) : Number.POSITIVE_INFINITY;
  return writtenSince(Math.min(chosenMs, deliveredMs(automation, scene)), scene);
};

/** Tolerance for a provider's clock that is behind ours. */
const CLOCK_MS = 1000;

/** Returns the state with one more prompt. `asked` is the turn that sends the prompt. */
export const promptedOnce = <A extends Asking>(automation: A, asked: Turn, moment: Moment): A => {
  const { id } = ticketOf(asked);
  const prompt = asked.messages.findLast(({ after }) => after.fromMe && after.ticketId === id);
  return {
    ...automation,
    prompts: automation.prompts + 1,
    promptedAt: instantOf(moment),
    promptMessageId: prompt?.after.id ?? null,
  };
};

/** Returns the state with its prompt count reset; states without prompts stay unchanged. */
export const restarted = (automation: Automation): Automation =>
  'prompts' in automation
    ? { ...automation, prompts: 0, promptedAt: null, promptMessageId: null }
    : automation;

/** Returns the customer's texts, except those written before the prompt was sent. In the order of writing. */
export const choicesSince = ({ promptedAt }: Asking, { heard }: EngineScene): string[] => {
  const sinceMs = promptedAt === null ? 0 : Date.parse(promptedAt) - CLOCK_MS;
  const texts = heard?.texts ?? [];
  return texts.filter(({ sentAt }) => Date.parse(sentAt) >= sinceMs).map(({ body }) => body);
};

/**
 * Returns the customer's choice: the result of `read` for the newest text that it understands. Ignores texts written
 * before the prompt was sent. undefined if there is no choice.
 */
export const answerTo = <T>(
  automation: Asking,
  scene: EngineScene,
  read: (text: string) => T | undefined,
): T | undefined => {
  for (const text of choicesSince(automation, scene).toReversed()) {
    const choice = read(text);
    if (choice !== undefined) return choice;
  }
  return undefined;
};

/**
 * Returns whether messages without a valid choice count as an invalid answer to the newest prompt: at least one was
 * written after the prompt was delivered.
 * @throws Wanted if the prompt was not read
 */
export const isTry = (automation: Asking, scene: EngineScene): boolean => {
  const { promptMessageId, promptedAt } = automation;
  if (scene.heard === undefined || promptedAt === null) return true;
  const prompt = promptMessageId === null ? undefined : otherMessage(scene, promptMessageId);
  if (prompt !== undefined && isOnItsWay(prompt)) return false;
  return heardSince(automation, scene).length > 0;
};

/** Returns whether sending the newest prompt failed. The prompts then restart, as if it had not been sent. */
export const isPromptLost = (automation: Automation, scene: EngineScene): boolean =>
  'promptMessageId' in automation &&
  automation.promptMessageId !== null &&
  otherMessage(scene, automation.promptMessageId)?.sendState === 'failed';
