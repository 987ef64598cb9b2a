import type { Message } from '@prosa/shared/entities/message.ts';

export type OverdueSend = { state: 'failed' | 'unknown'; reason: string };

/**
 * What a message of ours is called whose outcome never came: `unknown` once the session host took it on, since
 * WhatsApp may have it; `failed` where nobody did. Undefined where the outcome is known, or a later attempt runs.
 */
export const overdueSend = (
  message: Pick<Message, 'sendState' | 'attempt'> | undefined,
  attempt: number,
  isClaimed: boolean,
): OverdueSend | undefined => {
  if (message === undefined || message.attempt !== attempt) return undefined;
  if (message.sendState !== 'pending' && message.sendState !== 'sending') return undefined;
  return isClaimed ? { state: 'unknown', reason: 'no-answer' } : { state: 'failed', reason: 'not-taken' };
};
