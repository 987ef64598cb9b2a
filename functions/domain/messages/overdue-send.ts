import type { Message } from '@prosa/shared/entities/message.ts';

export type OverdueSend = { state: 'unknown'; reason: string };

/**
 * What a message of ours is called whose outcome never came: `unknown`, since WhatsApp may have it. Undefined where the
 * outcome is known, or a later attempt runs.
 */
export const overdueSend = (
  message: Pick<Message, 'sendState' | 'attempt'> | undefined,
  attempt: number,
): OverdueSend | undefined => {
  if (message === undefined || message.attempt !== attempt) return undefined;
  if (message.sendState !== 'pending' && message.sendState !== 'sending') return undefined;
  return { state: 'unknown', reason: 'no-answer' };
};
