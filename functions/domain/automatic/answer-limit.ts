import type { AnswerCount, Said } from '@prosa/shared/entities/answer-count.ts';
import type { Message } from '@prosa/shared/entities/message.ts';

const WINDOW_MS = 5 * 60_000;
/** S-49: the most answers to messages that look automatic, in the time window. */
export const MAX_MECHANICAL_ANSWERS = 20;
/** Characters per second. Nobody types faster for long; a good typist writes 8 characters a second. */
const TYPED_CHARS_PER_S = 15;
/** Length of a message that a customer can send without typing: by tapping a suggested answer, or by dictation. */
const TAPPED_CHARS = 40;

/** Returns a short key of a text: equal for equal texts (FNV-1a, 32 bits). */
export const textKey = (text: string): string => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
};

const isRecent = (at: string, nowMs: number): boolean => Date.parse(at) > nowMs - WINDOW_MS;

/** Whether a message was sent sooner after the system's last message than a person can write it. */
export const isTooQuick = (
  { body, sentAt }: Pick<Message, 'body' | 'sentAt'>,
  said: Said | null,
): boolean => {
  if (said === null || !isRecent(said.at, Date.parse(sentAt))) return false;
  const elapsedS = Math.max(0, Date.parse(sentAt) - Date.parse(said.at)) / 1000;
  return body.length > TAPPED_CHARS + TYPED_CHARS_PER_S * elapsedS;
};

/** Whether the system's last message, within the time window, had the same text. */
export const isRepeated = (text: string, said: Said | null, nowMs: number): boolean =>
  said !== null && said.key === textKey(text) && isRecent(said.at, nowMs);

/** Returns the count with one more answer; undefined if the limit is reached. */
export const countedOnce = (
  { countedAt }: Pick<AnswerCount, 'countedAt'>,
  nowMs: number,
): string[] | undefined => {
  const recent = countedAt.filter((at) => isRecent(at, nowMs));
  return recent.length < MAX_MECHANICAL_ANSWERS ? [...recent, new Date(nowMs).toISOString()] : undefined;
};
