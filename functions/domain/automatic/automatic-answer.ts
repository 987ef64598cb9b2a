import type { Message } from '@prosa/shared/entities/message.ts';
import type { RichContent } from '@prosa/shared/messaging/rich-content.ts';
import type { AutomaticRule } from '@prosa/shared/rules/automatic-rules.ts';

/** What the system says to a customer by itself, committed with what it answers. */
export interface AutomaticAnswer {
  /** Which rule says it; kept on the message. */
  rule: AutomaticRule;
  /** With a file, its caption. */
  text: string;
  /** Said instead of the text alone, where it has something to choose from. */
  content?: RichContent | undefined;
  file?: Pick<Message, 'mediaType' | 'media'> | undefined;
  /** Shown as an answer to the customer's message rather than by itself. */
  quotes?: boolean;
}

const WINDOW_MS = 5 * 60_000;
/** Two machines that answer each other stop here. */
export const MAX_ANSWERS_PER_WINDOW = 20;

const within = (answersAt: readonly string[], nowMs: number): string[] =>
  answersAt.filter((at) => Date.parse(at) > nowMs - WINDOW_MS);

/** Whether the system may speak once more on a ticket on which it spoke at `answersAt`. */
export const mayAnswer = (answersAt: readonly string[], nowMs: number): boolean =>
  within(answersAt, nowMs).length < MAX_ANSWERS_PER_WINDOW;

/** The times that still count, with one more. */
export const answersAtWith = (answersAt: readonly string[], nowMs: number): string[] => [
  ...within(answersAt, nowMs),
  new Date(nowMs).toISOString(),
];
